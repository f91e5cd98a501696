import {
  batchType,
  presentCloudEvent,
  presentEvent,
} from '../../shared/events/contracts/events.ts';
import { listEvents, listRegistryChanges } from '../../shared/events/routes/events.ts';
import { feedOf, mayRead } from '../../shared/events/usecases/may-read.ts';
import { type FeedPage, readFeed, registryFeed } from '../../shared/events/usecases/read-feed.ts';
import { type TokenDeps, tokenDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { byAccessToken } from '../../shared/oauth/http/access-token.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import { type ApiRequest, namesType } from '../../shared/web/http/request.ts';

/** The page in the requested format. */
function answer(
  page: FeedPage,
  path: string,
  {
    query,
    header,
    answerHeader,
  }: Pick<ApiRequest<typeof listEvents>, 'query' | 'header' | 'answerHeader'>,
  { baseUrl }: TokenDeps,
) {
  const { events, lastEventId, hasMore } = page;
  if (namesType(header('accept'), batchType)) {
    answerHeader('content-type', batchType);
    // A batch can't contain it: if a caller sees little of a feed, its last event is not the
    // position that was read.
    if (lastEventId !== null && hasMore) {
      const next = new URLSearchParams({
        lastEventId,
        limit: String(query.limit),
        ...(query.type && { type: query.type }),
      });
      answerHeader('link', `<${baseUrl}${path}?${next}>; rel="next"`);
    }
    return events.map((event) => presentCloudEvent(event, `${baseUrl}${path}`));
  }
  return {
    data: events.map(presentEvent),
    pagination: { limit: query.limit, lastEventId, hasMore },
  };
}

export const rows: readonly Operation<TokenDeps>[] = [
  operation(
    listEvents,
    async (request, deps: TokenDeps) => {
      const { caller, query } = request;
      const page = await readFeed(feedOf(caller), query, mayRead(caller, deps.table), deps);
      return answer(page, listEvents.path, request, deps);
    },
    byAccessToken,
  ),
  operation(listRegistryChanges, async (request, deps: TokenDeps) => {
    const page = await readFeed(registryFeed.feed, request.query, registryFeed.sees, deps);
    return answer(page, listRegistryChanges.path, request, deps);
  }),
];

export const handler = operations(rows, tokenDeps);
