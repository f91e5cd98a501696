import { href, type Site } from '../../kernel/pages/site.ts';

/**
 * When security.txt of a build expires: a year after the month began (RFC 9116, section 2.5.5: less than
 * a year is recommended). Builds of one month say the same, so that they are equal.
 */
export function securityExpiry(builtAt: Date): string {
  return new Date(Date.UTC(builtAt.getUTCFullYear() + 1, builtAt.getUTCMonth(), 1)).toISOString();
}

/** `/.well-known/security.txt` (RFC 9116): the deployment's own contact, else its help page. */
export function securityText(site: Site, expires: string): string {
  const { baseUrl, links = {} } = site;
  const { security, contact, help } = links;
  const mail = contact === undefined ? undefined : `mailto:${contact}`;
  const origin = new URL(baseUrl).origin;
  return `Contact: ${security ?? mail ?? help ?? `${baseUrl}/help`}
Expires: ${expires}
Preferred-Languages: en, es
Canonical: ${origin}${href(site, '/.well-known/security.txt')}
`;
}
