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

/** While an endpoint's owner is suspended, it is checked again after so many milliseconds. */
const suspendedFor = 3_600_000;

/**
 * The longest delay of the queue, in milliseconds. It could be three times as long, but the queue's alarm goes off
 * after ten minutes.
 */
const longestDelay = 300_000;

/**
 * Failures on our side are retried by the queue, and by the clock after this many milliseconds if
 * the queue gives up.
 */
const brokenFor = 900_000;

/**
 * Makes all attempts of an endpoint that are due: failed ones that are due again, and new events of its feed.
 * If several workers start at the same moment, one works; the others leave a mark that there may be more,
 * which it checks before it stops. After a crash the lease lasts for 90 seconds; then messages that were sent
 * and not recorded are sent again, with the same ids. A receiver that hangs is left alone for a while, so
 * that it delays no other endpoint.
 *
 * Throws errors of our own and returns the lease: the next worker meets the same error, until an alarm
 * reports it.
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
    // Should that fail as well, the lease ends by itself.
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
    /** Asks the worker that has the lease to look again. */
    wake: (key: EndpointKey) => transact(table, { endpoint: wakeWrite(key) }),
    release: (lease: Parameters<typeof releaseWrite>[0], dueAt: string | null) =>
      transact(table, { lease: releaseWrite(lease, dueAt) }),
    nextDue: (endpointId: string) => nextDue(table, endpointId),
    round: (endpoint: StoredWebhookEndpoint & Lease) => makeRound(endpoint, steps),
    /** Has the queue bring the endpoint after so many seconds. */
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
      // Another run that scheduled the same instant has also sent a message.
      if (next !== null && (next !== wasDueAt || round === 'more')) {
        await comeBack(lease, next, deps);
      }
      return;
    }
    // Someone else came first, or the lease is lost. A hanging receiver is still not called.
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

/** The endpoint with the lease; null if it is gone, or another worker has it, which now looks again. */
async function takeLease(lease: Lease, deps: Worker): Promise<StoredWebhookEndpoint | null> {
  const taken = await deps.lease(lease);
  if (taken !== null) return taken;
  const reported = await deps.wake(lease);
  // The other worker may have stopped before it could see that.
  return reported.kind === 'written' ? deps.lease(lease) : null;
}

/** Has the queue bring the endpoint when something is due; what is further away the clock finds. */
async function comeBack(key: EndpointKey, dueAt: string, deps: Worker): Promise<void> {
  const wait = Date.parse(dueAt) - deps.now().getTime();
  if (wait > longestDelay) return;
  await deps.comeBack(key, Math.max(0, Math.ceil(wait / 1000)));
}

/** The message that brings an endpoint. */
function wakingMessage(
  { feed, id }: EndpointKey,
  { newId, now }: Pick<CoreDeps, 'newId' | 'now'>,
): string {
  const event = { type: 'webhooks.requested', feed, endpointId: id };
  return JSON.stringify({ id: newId(), createdAt: now().toISOString(), event });
}

/** Dependencies to find due notices. */
export interface WakingDeps extends Pick<CoreDeps, 'table' | 'log' | 'now' | 'newId'> {
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** So many endpoints are woken by one run at most; the others by the next. */
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

/** A hanging receiver is called only after its pause, or on request, not for each event. */
function isLeftAlone({ timeouts = 0, dueAt }: StoredWebhookEndpoint, now: Date): boolean {
  return timeouts > 0 && dueAt !== null && dueAt > now.toISOString();
}
