import { createHash } from 'node:crypto';
import fresh from 'fresh';
import type { ReadHeader } from './header.ts';
import type { RawResponse } from './request.ts';

/**
 * An answer that everybody gets alike and that changes with what is stored: caches may keep it and have to ask each
 * time. With its entity tag, and 304 where the request's `If-None-Match` names that (RFC 9110, section 13.1.2).
 */
export function revalidated(answer: RawResponse, header: ReadHeader): RawResponse {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...answer.headers, etag, 'cache-control': 'no-cache' };
  // The library separates tags by blanks only; there may be tabs.
  const known = fresh(
    { 'if-none-match': header('if-none-match')?.replaceAll('\t', ' ') },
    { etag },
  );
  return known ? { statusCode: 304, headers, body: '' } : { ...answer, headers };
}
