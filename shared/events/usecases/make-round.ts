import { type PlacedEvent, readBehind } from '../db/feeds.ts';
import { readDue, type StoredWebhookDelivery } from '../db/webhook-deliveries.ts';
import type { DeliveringDeps } from '../deps/webhook-deps.ts';
import type { EventType } from '../domain/event-type.ts';
import { mayRead, readerOf } from './may-read.ts';
import {
  disableEndpoint,
  type Leased,
  type Round,
  recordRound,
  type Wanted,
} from './record-round.ts';
import { asIfFailed, readSecrets, sendMessage } from './send-message.ts';

/** So many new events, and so many that are due again, are sent in parallel. */
const atOnce = 10;

/**
 * Sends the messages of an endpoint that are due, some in parallel, and records all of them in one
 * transaction with the endpoint's new position: a worker that has lost the lease records nothing. `more`:
 * there may be more; `all`: there was no more; `lost`: another worker has it; `hung`: for how many rounds its
 * receiver has not answered. Such an endpoint gets one message at a time.
 */
export async function makeRound(endpoint: Leased, deps: DeliveringDeps): Promise<Round> {
  const { table, now } = deps;
  if (endpoint.status === 'disabled') return 'disabled';
  const reader = await readerOf(endpoint, deps);
  if (reader === 'suspended') return 'suspended';
  if (reader === 'ended') return disableEndpoint(endpoint, 'key_ended', deps);
  const isHung = (endpoint.hung ?? 0) > 0;
  const most = isHung ? 1 : atOnce;
  const [due, { events: behind }] = await Promise.all([
    readDue(table, endpoint.id, now().toISOString(), most),
    readBehind(table, endpoint.feed, endpoint.position, most),
  ]);
  const all = withoutGap(firstPosition(endpoint, behind, now()), behind);
  const fresh = all.slice(0, isHung ? most - due.length : most);
  if (due.length === 0 && fresh.length === 0) return 'idle';
  const secrets = await readSecrets(endpoint, deps);
  if (secrets === 'lost') return disableEndpoint(endpoint, 'secret_lost', deps);

  const again = [...Map.groupBy(due, ({ due: { deliveryId } }) => deliveryId).values()].flatMap(
    (each) => {
      const [first] = each;
      if (first?.delivery == null) return [];
      return { delivery: first.delivery, due: each.map(({ due: one }) => one) };
    },
  );
  const wanted: readonly Wanted[] = [
    ...again,
    ...fresh
      .filter(({ type }) => endpoint.types?.includes(type) ?? true)
      .map((event) => ({ delivery: newDelivery(event, endpoint, now()), due: [] })),
  ];
  const sees = mayRead(reader, table);
  const seen = new Set(
    (
      await sees(
        wanted.flatMap(({ delivery: { id, message } }) =>
          message.about === null
            ? []
            : // It was an event's type when it was put there.
              { id, type: message.type as EventType, ...message.about },
        ),
      )
    ).map(({ id }) => id),
  );
  const isVisible = ({ delivery: { id, message } }: Wanted) =>
    message.about === null || seen.has(id);
  let pretended = 0;
  const toFail = deps.isSandbox === true ? (endpoint.failNext ?? 0) : 0;
  const results = await Promise.all(
    wanted.map(async (each) => {
      if (!isVisible(each)) return { ...each, made: null };
      if (pretended < toFail) {
        pretended += 1;
        return { ...each, made: asIfFailed(now()) };
      }
      return { ...each, made: await sendMessage(each.delivery, endpoint, secrets, deps) };
    }),
  );
  const gone = due.filter(({ delivery }) => delivery === null);
  const position = fresh.at(-1)?.position ?? endpoint.position;
  const isAll = due.length < most && behind.length < most && all.length === behind.length;
  const parts = { results, gone: gone.map((each) => each.due), position, pretended, isAll };
  return recordRound(endpoint, parts, deps);
}

/** A gap before an event that is older than this, in milliseconds, is no write that is under way: what was there has expired. */
const longestWrite = 86_400_000;

/** The position from which on events are taken: of an endpoint that has slept for longer than events are kept, the oldest one's. */
function firstPosition({ position }: Leased, [first]: readonly PlacedEvent[], now: Date): number {
  if (first === undefined || Date.parse(first.time) > now.getTime() - longestWrite) return position;
  return first.position - 1;
}

/** Consecutive events from the position on: events after a gap wait until the gap is filled, a moment later. */
function withoutGap(position: number, events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const gap = events.findIndex((event, index) => event.position !== position + index + 1);
  return gap === -1 ? events : events.slice(0, gap);
}

function newDelivery(
  { id, type, time, subject, data, owner, item, createdViaAPI }: PlacedEvent,
  endpoint: Leased,
  now: Date,
): StoredWebhookDelivery {
  return {
    id,
    endpointId: endpoint.id,
    message: { type, time, subject, data, about: { owner, item, createdViaAPI } },
    status: 'due',
    createdAt: now.toISOString(),
    failed: 0,
    nextAttemptAt: null,
    attempts: [],
  };
}
