import type { Route } from '../../kernel/http/route.ts';
import { entityTag, isKnown } from './entity-tag.ts';
import type { ReadHeader } from './header.ts';

/** What an entity tag can be made of. */
interface Revalidatable {
  readonly headers?: object | undefined;
  readonly body: string;
}

/**
 * A success with its entity tag, that caches may keep and have to ask for each time; 304 where the request has it
 * already. `cacheControl`: `private, no-cache` for what not everybody gets alike.
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
 * The success of a row that `isRevalidated`: only its reader may keep it. One with links to documents is as before: the
 * links end within the hour, and 304 would not give new ones.
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
