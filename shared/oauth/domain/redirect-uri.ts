import { destination } from '../../kernel/domain/redirect-destination.ts';

/** Whether an OAuth client may register the URI (RFC 6749, section 3.1.2: absolute, without fragment). */
export function isRedirectUri(text: string): boolean {
  return destination(text) !== null && !text.includes('#');
}

/** Whether only the owner of a name in the DNS gets what is sent there. */
export function isVerifiable(redirectUri: string): boolean {
  return new URL(redirectUri).protocol === 'https:';
}
