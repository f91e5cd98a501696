import { hash } from 'node:crypto';
import fresh from 'fresh';
import type { ReadHeader } from './header.ts';

/** The entity tag of a body: equal bytes have equal tags (RFC 9110, section 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names the tag: in a list, as a weak one, or as `*` (RFC 9110, section 13.1.2). */
export function isKnown(etag: string, header: ReadHeader): boolean {
  const sent = header('if-none-match');
  if (sent === undefined) return false;
  // The library separates tags by blanks only; there may be tabs. It does not get `Cache-Control: no-cache`, which is
  // meant for caches: `fetch` sends it with each `If-None-Match` of a script.
  return fresh({ 'if-none-match': sent.replaceAll('\t', ' ') }, { etag });
}
