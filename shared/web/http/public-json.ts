import type { ReadHeader } from './header.ts';
import type { RawResponse } from './request.ts';
import { revalidated } from './revalidated.ts';

/** JSON for everybody, bare as a standard wants it, that caches keep for five minutes; 304 where the request has it already. */
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
