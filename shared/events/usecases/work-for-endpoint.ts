import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { leasesOverBy } from '../../kernel/runtime/deadline.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { nextDue } from '../db/webhook-deliveries.ts';
import {
  dueEndpoints,
  type EndpointKey,
  endpointsOf,
  findEndpoint,
  leaseEndpoint,
  leaseLength,
  releaseWrite,
  type StoredWebhookEndpoint,
  wakeWrite,
} from '../db/webhook-endpoints.ts';
import type { DeliveringDeps } from '../deps/webhook-deps.ts';
import { pauseAfter } from '../domain/webhook-delivery.ts';
import { makeRound, roundSteps } from './make-round.ts';

/**
 * No round starts after this many milliseconds: the last one must end before the function's
 * timeout.
 */
const roundsFor = 25_000;

/** The delay in milliseconds before an endpoint of a suspended owner is checked again. */
const suspendedFor = 3_600_000;

/**
 * The longest delay of a queue message, in milliseconds. SQS allows three times as much, but the
 * queue's alarm starts after ten minutes.
 */
const longestDelay = 300_000;

/**
 * Failures on our side are retried by the queue, and by the clock after this many milliseconds if
 * the queue gives up.
 */
const brokenFor = 900_000;

/**
 * Makes all due attempts of an endpoint: repeated ones and those for new events of its feed. If
 * several workers start in parallel, one works. The others mark the endpoint, and the working one
 * checks the mark before it stops. After a crash the lease lasts for 90 seconds; messages that were
 * sent but not recorded are then sent again with the same ids. A receiver that times out is paused.
 *
 * Our own errors are thrown after the lease is released: the next worker gets the same error, until
 * an alarm reports it.
 */
async function workForEndpoint(key: EndpointKey, deps: Worker): Promise<void> {
  const lease = { ...key, leaseId: deps.newId() };
  const before = await deps.find(key);
  if (before === null) return;
  const taken = await takeLease(lease, deps);
  if (taken === null) return;
  try {
    await work(lease, taken, before.dueAt, deps);
  } catch (error) {
    // If this fails too, the lease expires.
    await deps.release(lease, later(deps.now(), brokenFor)).catch(() => {});
    throw error;
  }
}

type Lease = EndpointKey & { readonly leaseId: string };

type Worker = ReturnType<typeof workerWith>;

/** The steps of a worker, bound once to the table, the queue and the clock. */
function workerWith(deps: DeliveringDeps) {
  const { table, now, newId, queues, queueUrl } = deps;
  const steps = roundSteps(deps);
  return {
    ...{ newId, now },
    find: (key: EndpointKey) => findEndpoint(table, key),
    lease: (lease: Lease) => leaseEndpoint(table, lease, lease.leaseId, now()),
    /** Asks the worker with the lease to check again. */
    wake: (key: EndpointKey) => transact(table, { endpoint: wakeWrite(key) }),
    release: (lease: Parameters<typeof releaseWrite>[0], dueAt: string | null) =>
      transact(table, { lease: releaseWrite(lease, dueAt) }),
    nextDue: (endpointId: string) => nextDue(table, endpointId),
    round: (endpoint: StoredWebhookEndpoint & Lease) => makeRound(endpoint, steps),
    /** Queues work on the endpoint after this many seconds. */
    comeBack: (key: EndpointKey, delay: number) =>
      queues.send(queueUrl, [wakingMessage(key, deps)], delay),
  };
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

async function work(
  lease: Lease,
  taken: StoredWebhookEndpoint,
  wasDueAt: string | null,
  deps: Worker,
): Promise<void> {
  const startedAt = performance.now();
  let endpoint: StoredWebhookEndpoint | null = taken;
  for (; ; endpoint = await deps.find(lease)) {
    if (endpoint?.leaseId !== lease.leaseId) return;
    const round = await deps.round({ ...endpoint, ...lease });
    if (round === 'lost') return;
    const isOver = performance.now() - startedAt > roundsFor;
    if (round === 'more' && !isOver) continue;
    const next = round === 'more' ? deps.now().toISOString() : await dueOf(endpoint, round, deps);
    const { arrivals } = endpoint;
    const outcome = await deps.release({ ...lease, arrivals }, next);
    if (outcome.kind === 'written') {
      // If the due time is unchanged, an earlier run has already queued a message for it.
      if (next !== null && (next !== wasDueAt || round === 'more')) {
        await comeBack(lease, next, deps);
      }
      return;
    }
    // Another worker has arrived, or the lease is lost. A receiver that times out still stays
    // paused.
    if (!isOver && typeof round === 'string') continue;
    const dueAt = typeof round === 'string' ? deps.now().toISOString() : next;
    const released = await deps.release(lease, dueAt);
    if (released.kind === 'written' && dueAt !== null) await comeBack(lease, dueAt, deps);
    return;
  }
}

async function dueOf(
  endpoint: StoredWebhookEndpoint,
  round: 'all' | 'idle' | 'suspended' | 'disabled' | { readonly timeouts: number },
  deps: Worker,
): Promise<string | null> {
  if (typeof round === 'object') return later(deps.now(), pauseAfter(round.timeouts));
  if (round === 'disabled') return null;
  if (round === 'suspended') return later(deps.now(), suspendedFor);
  return deps.nextDue(endpoint.id);
}

/**
 * The endpoint with the lease. Null if it was deleted, or if another worker has the lease, which is
 * then asked to check again.
 */
async function takeLease(lease: Lease, deps: Worker): Promise<StoredWebhookEndpoint | null> {
  const taken = await deps.lease(lease);
  if (taken !== null) return taken;
  const reported = await deps.wake(lease);
  // The other worker may have stopped before it saw the request.
  return reported.kind === 'written' ? deps.lease(lease) : null;
}

/** Queues work on the endpoint for its due time. Later times are found by the schedule. */
async function comeBack(key: EndpointKey, dueAt: string, deps: Worker): Promise<void> {
  const wait = Date.parse(dueAt) - deps.now().getTime();
  if (wait > longestDelay) return;
  await deps.comeBack(key, Math.max(0, Math.ceil(wait / 1000)));
}

/** The queue message that starts work on an endpoint. */
function wakingMessage(
  { feed, id }: EndpointKey,
  { newId, now }: Pick<CoreDeps, 'newId' | 'now'>,
): string {
  const event = { type: 'webhooks.requested', feed, endpointId: id };
  return JSON.stringify({ id: newId(), createdAt: now().toISOString(), event });
}

/** Dependencies for finding due endpoints. */
export interface WakingDeps extends Pick<CoreDeps, 'table' | 'log' | 'now' | 'newId'> {
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** The maximum number of endpoints that one run wakes; the next run wakes the rest. */
const maxWokenPerRun = 2_000;

/**
 * Queues work for all endpoints that are due or have an expired lease. Returns their number. Throws the queue's errors;
 * the next run finds the same endpoints.
 */
export async function wakeEndpoints(deps: WakingDeps): Promise<number> {
  const { table, now, queues, queueUrl } = deps;
  const due: EndpointKey[] = [];
  for (const list of dueEndpoints(table, leasesOverBy(now(), leaseLength))) {
    for await (const { feed, id } of list) {
      if (due.length === maxWokenPerRun) break;
      due.push({ feed, id });
    }
  }
  const messages = due.map((key) => wakingMessage(key, deps));
  const refused = await queues.send(queueUrl, messages);
  return due.length - refused.length;
}

/**
 * Sends due deliveries to all endpoints of a feed, or one of them, in parallel, so that no endpoint waits for another.
 */
export const notifyEndpoints: Consumer<EventOf<'webhooks.requested'>, DeliveringDeps> = async (
  { event: { feed, endpointId } },
  deps,
) => {
  const ids =
    endpointId === undefined
      ? (await endpointsOf(deps.table, feed)).flatMap((endpoint) =>
          endpoint.status === 'active' && !isLeftAlone(endpoint, deps.now()) ? endpoint.id : [],
        )
      : [endpointId];
  const worker = workerWith(deps);
  const done = await Promise.allSettled(ids.map((id) => workForEndpoint({ feed, id }, worker)));
  for (const each of done) if (each.status === 'rejected') throw each.reason;
};

/** A receiver that timed out is called only after its pause or on request, not for each event. */
function isLeftAlone({ timeouts = 0, dueAt }: StoredWebhookEndpoint, now: Date): boolean {
  return timeouts > 0 && dueAt !== null && dueAt > now.toISOString();
}
