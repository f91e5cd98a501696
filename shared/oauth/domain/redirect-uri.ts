import { writtenDestination } from '../../kernel/domain/redirect-destination.ts';

/** Whether an OAuth client may register the URI (RFC 6749, section 3.1.2: absolute, without fragment). */
export function isRedirectUri(text: string): boolean {
  return writtenDestination(text) !== null && !text.includes('#');
}

/** Whether only the owner of a name in the DNS gets what is sent there. */
export function isVerifiable(redirectUri: string): boolean {
  return new URL(redirectUri).protocol === 'https:';
}

/** Whether the address can be shown as a link to somebody else's page: `https`, without user name or password. */
export function isPageOfOthers(text: string): boolean {
  return /^https:[!#-;=?-~]+$/.test(text) && writtenDestination(text) !== null;
}
