import { href, type PageContext } from '../../kernel/pages/page-context.ts';

/**
 * When the security.txt of a build expires: a year after the start of the month (RFC 9116, section 2.5.5, recommends
 * less than a year). Builds of the same month have the same date, so that they are identical.
 */
export function securityExpiry(builtAt: Date): string {
  return new Date(Date.UTC(builtAt.getUTCFullYear() + 1, builtAt.getUTCMonth(), 1)).toISOString();
}

/** `/.well-known/security.txt` (RFC 9116): the deployment's own contact, or else its help page. */
export function securityText(context: PageContext, expires: string): string {
  const { baseUrl, links = {} } = context;
  const { security, contact, help } = links;
  const mail = contact === undefined ? undefined : `mailto:${contact}`;
  const origin = new URL(baseUrl).origin;
  return `Contact: ${security ?? mail ?? help ?? `${baseUrl}/help`}
Expires: ${expires}
Preferred-Languages: en, es
Canonical: ${origin}${href(context, '/.well-known/security.txt')}
`;
}
