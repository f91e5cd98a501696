import { hash } from 'node:crypto';
import fresh from 'fresh';
import type { Route } from '../../kernel/http/route.ts';
import type { RawResponse, ReadHeader } from './request.ts';

/** The content from which an ETag can be computed. */
interface Revalidatable {
  readonly headers?: object | undefined;
  readonly body: string;
}

/**
 * A success with an ETag, which caches may store and must revalidate; 304 if the request has the
 * same. `cacheControl`: `private, no-cache` for responses that depend on the caller.
 */
export function revalidated<A extends Revalidatable>(
  answer: A,
  header: ReadHeader,
  { cacheControl = 'no-cache', vary }: { cacheControl?: string; vary?: string } = {},
): A {
  const etag = entityTag(answer.body);
  const headers = {
    ...answer.headers,
    etag,
    'cache-control': cacheControl,
    ...(vary !== undefined && { vary }),
  };
  return isKnown(etag, header)
    ? { ...answer, statusCode: 304, headers, body: '' }
    : { ...answer, headers };
}

/**
 * The success of a row that `isRevalidated`: only its reader may cache it. A response with links to
 * documents has no ETag: the links expire within the hour, and a 304 would not renew them.
 */
export function revalidatedFor<A extends Revalidatable>(
  { documents, alternative }: Pick<Route, 'documents' | 'alternative'>,
  answer: A,
  header: ReadHeader,
): A {
  if (documents?.get !== undefined && answer.body.includes('X-Amz-Signature=')) return answer;
  const vary = alternative ? 'Accept, Authorization' : 'Authorization';
  return revalidated(answer, header, { cacheControl: 'private, no-cache', vary });
}

/** The ETag of a body: equal bytes have equal tags (RFC 9110, section 8.8.3). */
export function entityTag(body: string | Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether `If-None-Match` contains the tag: in a list, as a weak one, or as `*` (RFC 9110, section
 * 13.1.2).
 */
export function isKnown(etag: string, header: ReadHeader): boolean {
  const sent = header('if-none-match');
  if (sent === undefined) return false;
  // The library separates tags by spaces only, but tabs are allowed. It does not get
  // `Cache-Control: no-cache`, which is meant for caches: `fetch` sends it with each
  // `If-None-Match` of a script.
  return fresh({ 'if-none-match': sent.replaceAll('\t', ' ') }, { etag });
}

/**
 * Public JSON without an envelope, as a standard requires, cached for five minutes; 304 if the
 * request has the same ETag.
 */
export function publicJson(
  body: unknown,
  header: ReadHeader,
  more: { readonly vary?: string } = {},
): RawResponse {
  const answer = {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return revalidated(answer, header, { cacheControl: 'public, max-age=300', ...more });
}
