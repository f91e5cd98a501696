import { transact, type Writes } from '../../kernel/db/transact.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { type PlacedEvent, readBehind } from '../db/feeds.ts';
import {
  deliveryWrite,
  dueWrite,
  notDueWrite,
  readDue,
  type StoredAttempt,
  type StoredDue,
  type StoredWebhookDelivery,
} from '../db/webhook-deliveries.ts';
import { findEndpoint, type StoredWebhookEndpoint, workedWrite } from '../db/webhook-endpoints.ts';
import type { DeliveringDeps } from '../deps/webhook-deps.ts';
import type { EventType } from '../domain/event-type.ts';
import { deliveryStatusAfter, mostAttempts, nextAttempt } from '../domain/webhook-delivery.ts';
import { type DisabledReason, failingLimit, longFailing } from '../domain/webhook-endpoint.ts';
import { auditOfEndpoint } from './endpoint-manager.ts';
import { mayRead, readerOf } from './may-read.ts';
import { asIfFailed, hasArrived, type Made, readSecrets, sendMessage } from './send-message.ts';

/** The number of stored attempts of a delivery. */
const keptAttempts = 20;

type Round =
  | 'more'
  | 'all'
  | 'idle'
  | 'suspended'
  | 'disabled'
  | 'lost'
  | { readonly timeouts: number };

type Leased = StoredWebhookEndpoint & { readonly leaseId: string };

/** One of the messages of a round. */
interface DueDelivery {
  readonly delivery: StoredWebhookDelivery;
  /** Its entry among the due deliveries; none for a new event. */
  readonly due: readonly StoredDue[];
}

interface Result extends DueDelivery {
  /** Null if the endpoint can no longer see it. */
  readonly made: Made | null;
}

interface Parts {
  readonly results: readonly Result[];
  /** Due entries of deliveries that no longer exist. */
  readonly gone: readonly StoredDue[];
  /** The endpoint's position in the feed. */
  readonly position: number;
  /** The number of simulated failures used. */
  readonly pretended: number;
  /** Whether everything was read; later events wake the endpoint. */
  readonly isAll: boolean;
}

/** How many new events, and how many due ones, are sent in parallel. */
const atOnce = 10;

type Steps = ReturnType<typeof roundSteps>;

/** What a round reads, sends and writes, bound once to the table, the seal and the network. */
export function roundSteps(deps: DeliveringDeps) {
  const { table, now, newId, random, isSandbox, seal, safeFetch } = deps;
  return {
    ...{ now, newId, random, isSandbox },
    readerOf: (endpoint: Leased) => readerOf(endpoint, { table, now }),
    due: (endpoint: Leased, most: number) => readDue(table, endpoint.id, now().toISOString(), most),
    behind: (endpoint: Leased, most: number) =>
      readBehind(table, endpoint.feed, endpoint.position, most),
    secretsOf: (endpoint: Leased) => readSecrets(endpoint, { seal, now }),
    mayRead: (reader: Parameters<typeof mayRead>[0]) => mayRead(reader, table),
    send: (delivery: StoredWebhookDelivery, endpoint: Leased, secrets: readonly string[]) =>
      sendMessage(delivery, endpoint, secrets, { safeFetch, now }),
    find: (endpoint: Leased) => findEndpoint(table, endpoint),
    write: (writes: Writes) => transact(table, writes),
  };
}

/**
 * Sends an endpoint's due messages, some in parallel, and records all of them in one transaction
 * with its new position, which is refused if the worker has lost the lease. Results: `more`, there
 * may be more; `all`, there was no more; `lost`, another worker has the lease; `timeouts`, the
 * number of consecutive rounds without a response from the receiver. Such a receiver gets one
 * message at a time.
 */
export async function makeRound(endpoint: Leased, steps: Steps): Promise<Round> {
  const { now } = steps;
  if (endpoint.status === 'disabled') return 'disabled';
  const reader = await steps.readerOf(endpoint);
  if (reader === 'suspended') return 'suspended';
  if (reader === 'ended') return disableEndpoint(endpoint, 'key_ended', steps);
  const isHung = (endpoint.timeouts ?? 0) > 0;
  const most = isHung ? 1 : atOnce;
  const [due, { events: behind }] = await Promise.all([
    steps.due(endpoint, most),
    steps.behind(endpoint, most),
  ]);
  const all = withoutGap(firstPosition(endpoint, behind, now()), behind);
  const fresh = all.slice(0, isHung ? most - due.length : most);
  if (due.length === 0 && fresh.length === 0) return 'idle';
  const secrets = await steps.secretsOf(endpoint);
  if (secrets === 'lost') return disableEndpoint(endpoint, 'secret_lost', steps);

  const again = [...Map.groupBy(due, ({ due: { deliveryId } }) => deliveryId).values()].flatMap(
    (each) => {
      const [first] = each;
      if (first?.delivery == null) return [];
      return { delivery: first.delivery, due: each.map(({ due: one }) => one) };
    },
  );
  const requested: readonly DueDelivery[] = [
    ...again,
    ...fresh
      .filter(({ type }) => endpoint.types?.includes(type) ?? true)
      .map((event) => ({ delivery: newDelivery(event, endpoint, now()), due: [] })),
  ];
  const sees = steps.mayRead(reader);
  const seen = new Set(
    (
      await sees(
        requested.flatMap(({ delivery: { id, message } }) =>
          message.resource === null
            ? []
            : // It was an event type when it was stored.
              { id, type: message.type as EventType, ...message.resource },
        ),
      )
    ).map(({ id }) => id),
  );
  const isVisible = ({ delivery: { id, message } }: DueDelivery) =>
    message.resource === null || seen.has(id);
  let pretended = 0;
  const toFail = steps.isSandbox === true ? (endpoint.failNext ?? 0) : 0;
  const results = await Promise.all(
    requested.map(async (each) => {
      if (!isVisible(each)) return { ...each, made: null };
      if (pretended < toFail) {
        pretended += 1;
        return { ...each, made: asIfFailed(now()) };
      }
      return { ...each, made: await steps.send(each.delivery, endpoint, secrets) };
    }),
  );
  const gone = due.filter(({ delivery }) => delivery === null);
  const position = fresh.at(-1)?.position ?? endpoint.position;
  const isAll = due.length < most && behind.length < most && all.length === behind.length;
  const parts = { results, gone: gone.map((each) => each.due), position, pretended, isAll };
  return recordRound(endpoint, parts, steps);
}

/**
 * A gap before an event older than this, in milliseconds, is not a write in progress: the missing
 * event has expired.
 */
const longestWrite = 86_400_000;

/**
 * The position from which events are sent: for an endpoint that was idle for longer than events are
 * stored, that of the oldest event.
 */
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
    message: { type, time, subject, data, resource: { owner, item, createdViaAPI } },
    status: 'due',
    createdAt: now.toISOString(),
    failed: 0,
    nextAttemptAt: null,
    attempts: [],
  };
}

/**
 * Records a round in one transaction. If the owner has changed the address in the meantime, the result is recorded but
 * does not affect the endpoint.
 */
async function recordRound(
  endpoint: Leased,
  parts: Parts,
  steps: Steps,
  hasMoved = false,
): Promise<Round> {
  const { results, gone, position, pretended, isAll } = parts;
  const now = steps.now();
  const changes = results.flatMap((result) => {
    const delivery = after(result, now, { random: steps.random, hasMoved });
    return delivery === null ? [] : [{ ...result, delivery, before: result.delivery }];
  });
  const conclusive = hasMoved ? [] : results;
  const attempts = conclusive.flatMap(({ made }) => (made === null ? [] : made.attempt));
  const failingSince = failingAfter(endpoint, attempts, now);
  const timeouts = hungAfter(endpoint, attempts);
  const reason = reasonToStop(failingSince, conclusive, now);
  const writes: Writes = Object.fromEntries([
    ...changes.flatMap(({ delivery, before, due }, n) => [
      [`delivery${n}`, deliveryWrite(delivery)],
      ...noLongerDue(before, delivery, due).map((each, m) => [
        `due${n}.${m}`,
        notDueWrite(endpoint.id, each),
      ]),
      ...(delivery.nextAttemptAt !== null && delivery.nextAttemptAt !== before.nextAttemptAt
        ? [
            [
              `next${n}`,
              dueWrite(endpoint.id, { at: delivery.nextAttemptAt, deliveryId: delivery.id }),
            ],
          ]
        : []),
    ]),
    ...gone.map((each, n) => [`gone${n}`, notDueWrite(endpoint.id, each)]),
  ]);
  const outcome = await steps.write({
    endpoint: workedWrite(
      endpoint,
      {
        position,
        failingSince,
        ...(timeouts !== (endpoint.timeouts ?? 0) && { timeouts }),
        ...(reason !== null && disabled(reason, now)),
      },
      { pretended, read: { url: endpoint.url } },
    ),
    ...writes,
    ...(reason !== null && endpointNotices(endpoint, reason, now, steps)),
  });
  if (outcome.kind === 'refused') {
    const there = await steps.find(endpoint);
    if (there?.leaseId !== endpoint.leaseId) return 'lost';
    return recordRound({ ...there, leaseId: endpoint.leaseId }, parts, steps, true);
  }
  if (reason !== null) return 'disabled';
  if (timeouts > 0 && attempts.length > 0) return { timeouts };
  return isAll && !hasMoved ? 'all' : 'more';
}

/** The due entries to remove: those that the round has read, and the scheduled attempt. */
function noLongerDue(
  { nextAttemptAt: scheduled }: StoredWebhookDelivery,
  { id: deliveryId, nextAttemptAt }: StoredWebhookDelivery,
  due: readonly StoredDue[],
): readonly StoredDue[] {
  const all = new Set([...due.map(({ at }) => at), ...(scheduled === null ? [] : [scheduled])]);
  return [...all].flatMap((at) => (at === nextAttemptAt ? [] : { at, deliveryId }));
}

function failingAfter(
  { failingSince }: Leased,
  attempts: readonly StoredAttempt[],
  now: Date,
): string | null {
  if (attempts.some(hasArrived)) return null;
  return attempts.length === 0 ? failingSince : (failingSince ?? now.toISOString());
}

/**
 * A time without events is not a failure: the delivery that failed last must have been tried for a
 * day.
 */
function reasonToStop(
  failingSince: string | null,
  results: readonly Result[],
  now: Date,
): DisabledReason | null {
  if (results.some(({ made }) => made?.attempt.status === 410)) return 'gone';
  const lastsFor = (since: string) => now.getTime() - Date.parse(since);
  if (failingSince === null || lastsFor(failingSince) < failingLimit) return null;
  const isTried = results.some(
    (result) => isScheduled(result) && lastsFor(result.delivery.createdAt) >= longFailing,
  );
  return isTried ? 'failing' : null;
}

/** The number of consecutive rounds without a response, including this one. */
function hungAfter({ timeouts = 0 }: Leased, attempts: readonly StoredAttempt[]): number {
  if (attempts.length === 0) return timeouts;
  return attempts.every(({ failure }) => failure === 'timeout') ? timeouts + 1 : 0;
}

/** A delivery after its attempt; null for an event that the endpoint could never see. */
function after(
  result: Result,
  now: Date,
  { random, hasMoved }: Pick<DeliveringDeps, 'random'> & { readonly hasMoved: boolean },
): StoredWebhookDelivery | null {
  const { delivery, made, due } = result;
  if (made === null) {
    const status = deliveryStatusAfter(delivery.status, 'withhold');
    return due.length === 0 ? null : { ...delivery, status, nextAttemptAt: null };
  }
  const { attempt, retryAfter } = made;
  const attempts = [...delivery.attempts, attempt].slice(-keptAttempts);
  if (hasArrived(attempt)) {
    const status = deliveryStatusAfter(delivery.status, 'succeed');
    return { ...delivery, attempts, status, nextAttemptAt: null };
  }
  // An additional attempt requested by the owner does not change the schedule.
  if (!isScheduled(result)) {
    return { ...delivery, attempts, status: deliveryStatusAfter(delivery.status, 'fail') };
  }
  const failed = delivery.failed + 1;
  const jitter = (random(1)[0] ?? 0) / 255;
  const isLast =
    (attempt.status === 410 && !hasMoved) || failed >= mostAttempts(delivery.message.resource);
  const next = isLast ? null : nextAttempt(failed, now, { jitter, retryAfter });
  return {
    ...delivery,
    attempts,
    failed,
    status: deliveryStatusAfter(delivery.status, next === null ? 'exhaust' : 'fail'),
    nextAttemptAt: next,
  };
}

/** Whether an attempt is scheduled, and not requested by the owner. */
function isScheduled({ delivery: { status, nextAttemptAt }, due }: DueDelivery): boolean {
  return status === 'due' && (due.length === 0 || due.some(({ at }) => at === nextAttemptAt));
}

function disabled(reason: DisabledReason, now: Date): Partial<StoredWebhookEndpoint> {
  const at = now.toISOString();
  return { status: 'disabled', disabledReason: reason, disabledAt: at, updatedAt: at };
}

/** Disables an endpoint that can't be notified; its owner gets an email. */
async function disableEndpoint(
  endpoint: Leased,
  reason: DisabledReason,
  steps: Steps,
): Promise<Round> {
  const now = steps.now();
  const outcome = await steps.write({
    endpoint: workedWrite(endpoint, disabled(reason, now), {
      read: { keyChain: endpoint.keyChain, secrets: endpoint.secrets },
    }),
    ...endpointNotices(endpoint, reason, now, steps),
  });
  // Its owner may have changed it; a lost lease is noticed at the next read.
  return outcome.kind === 'refused' ? 'more' : 'disabled';
}

function endpointNotices(
  endpoint: Leased,
  reason: DisabledReason,
  now: Date,
  { newId }: Pick<Steps, 'newId'>,
): Writes {
  const at = now.toISOString();
  const { feed, id: endpointId } = endpoint;
  return {
    mail: mailWrite(newId(), at, { template: 'webhooks_disabled', feed, endpointId, at }),
    ...auditOfEndpoint(
      endpoint,
      'webhook_endpoint.disabled',
      { at, actor: system, reason },
      { newId },
    ),
  };
}
