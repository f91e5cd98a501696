import type { KeyCaller, PersonCaller } from '../../access/auth/caller.ts';
import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import type { Page } from '../../kernel/db/page.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { NoteEffect } from '../../kernel/usecases/once-effect.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import {
  deliveryWrite,
  dueWrite,
  findDelivery,
  pageOfDeliveries,
  pageOfFailed,
  type StoredDue,
  type StoredWebhookDelivery,
} from '../db/webhook-deliveries.ts';
import {
  changeEndpointWrite,
  failNextWrite,
  type StoredWebhookEndpoint,
} from '../db/webhook-endpoints.ts';
import type { EndpointDeps } from '../deps/webhook-deps.ts';
import { testLimits } from '../domain/webhook-endpoint.ts';
import * as eventErrors from '../errors/event-errors.ts';
import type { EndpointManager } from './endpoint-manager.ts';
import { readEndpoint, wakeEvent } from './manage-endpoints.ts';

const { ofEndpoint, ofOwner, toHost } = testLimits;

/** The maximum number of failed messages that are sent again in a minute. */
const resendsOfEndpoint: AttemptLimit = { kind: 'webhook-resends', max: 50, window: 60_000 };
const resendsOfOwner: AttemptLimit = { kind: 'webhook-resends-owner', max: 100, window: 60_000 };

/** How many failed deliveries are sent again together. */
const mostResent = 50;

/** The type of a test message. */
const testType = 'webhook_endpoint.test';

/** An instant as eight characters that sort like it, until 2059. */
function timeMark(at: string): string {
  return Date.parse(at).toString(36).padStart(8, '0');
}

/**
 * Sends a test message. Errors: 404; 409 `webhook_endpoint.disabled`; 429 beyond the limits above.
 */
export async function testEndpoint(
  id: string,
  caller: EndpointManager,
  deps: EndpointDeps,
  note?: NoteEffect,
): Promise<StoredWebhookDelivery> {
  const found = await readEndpoint(id, caller, deps);
  const at = deps.now().toISOString();
  const delivery: StoredWebhookDelivery = {
    // Listed among the events of its time, and after earlier tests.
    id: `${String(found.position).padStart(12, '0')}-test-${timeMark(at)}-${deps.newId().replaceAll('-', '')}`,
    endpointId: id,
    message: { type: testType, time: at, subject: null, data: { id }, resource: null },
    status: 'due',
    createdAt: at,
    failed: 0,
    nextAttemptAt: at,
    attempts: [],
  };
  await makeDue(
    found,
    { at, deliveryId: delivery.id },
    { delivery: deliveryWrite(delivery), effect: note?.(delivery.id) },
    deps,
  );
  return delivery;
}

/** A page of an endpoint's deliveries. Error: 404. */
export async function readDeliveries(
  id: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  caller: EndpointManager,
  deps: Pick<EndpointDeps, 'table'>,
): Promise<Page<StoredWebhookDelivery>> {
  const found = await readEndpoint(id, caller, deps);
  return pageOfDeliveries(deps.table, found.id, { limit, after: cursor });
}

/** A delivery in the path of a request. */
interface DeliveryOfEndpoint {
  readonly id: string;
  readonly deliveryId: string;
}

/** A delivery. Errors: 404 for the endpoint and for the delivery. */
export async function readDelivery(
  { id, deliveryId }: DeliveryOfEndpoint,
  caller: EndpointManager,
  { table }: Pick<EndpointDeps, 'table'>,
): Promise<StoredWebhookDelivery> {
  const { id: endpointId } = await readEndpoint(id, caller, { table });
  const delivery = await findDelivery(table, endpointId, deliveryId);
  if (delivery === null) throw eventErrors.webhookDeliveryNotFound();
  return delivery;
}

/**
 * Sends a delivery again immediately. Errors: 404; 409 `webhook_endpoint.disabled`; 429 beyond the
 * limits above.
 */
export async function redeliver(
  { id, deliveryId }: DeliveryOfEndpoint,
  caller: EndpointManager,
  deps: EndpointDeps,
  note?: NoteEffect,
): Promise<StoredWebhookDelivery> {
  const found = await readEndpoint(id, caller, deps);
  const delivery = await readDelivery({ id, deliveryId }, caller, deps);
  const at = deps.now().toISOString();
  await makeDue(found, { at, deliveryId }, { effect: note?.(deliveryId) }, deps);
  return delivery;
}

/** An endpoint with its latest failed deliveries, which `resendFailed` sends. Error: 404. */
export async function readFailed(
  id: string,
  caller: EndpointManager,
  { table }: Pick<EndpointDeps, 'table'>,
) {
  const endpoint = await readEndpoint(id, caller, { table });
  const { items, next } = await pageOfFailed(table, endpoint.id, { limit: mostResent });
  return { endpoint, failed: items, isAll: next === null };
}

/**
 * Sends the latest failed deliveries again, at most `mostResent`, and returns their number. A form
 * does this once: null if it was already processed. Deliveries that succeeded in the meantime are
 * left out.
 *
 * Errors: 404; 409 `webhook_endpoint.disabled`; 429 beyond the limits above.
 */
export async function resendFailed(
  id: string,
  { personId }: PersonCaller,
  deps: EndpointDeps,
  formId: string,
): Promise<number | null> {
  const { endpoint, failed } = await readFailed(id, { kind: 'person', personId }, deps);
  const now = deps.now();
  const at = now.toISOString();
  const outcome = await transact(deps.table, {
    form: orElse(sentFormWrite(personId, formId, at), () => null),
    endpoint: mustBeActive(endpoint),
    ...(failed.length > 0 && {
      ...limited(
        now,
        [
          [resendsOfEndpoint, id],
          [resendsOfOwner, personId],
          [toHost, hostOf(endpoint)],
        ],
        failed.length,
      ),
      wake: wakeEvent(endpoint, at, deps),
    }),
    ...Object.fromEntries(
      failed.map(({ id: deliveryId }, index) => [
        `due${index}`,
        dueWrite(endpoint.id, { at, deliveryId }),
      ]),
    ),
  });
  if (outcome.kind === 'written') return failed.length;
  if (outcome.refusal === null) return null;
  throw outcome.refusal ?? outcome.error;
}

async function makeDue(
  endpoint: StoredWebhookEndpoint,
  due: StoredDue,
  writes: {
    readonly delivery?: ReturnType<typeof deliveryWrite>;
    readonly effect: ReturnType<NoteEffect>;
  },
  deps: EndpointDeps,
): Promise<void> {
  const outcome = await transact(deps.table, {
    endpoint: mustBeActive(endpoint),
    ...limited(deps.now(), [
      [ofEndpoint, endpoint.id],
      [ofOwner, `${endpoint.owner.kind}:${endpoint.owner.id}`],
      [toHost, hostOf(endpoint)],
    ]),
    ...writes,
    due: dueWrite(endpoint.id, due),
    wake: wakeEvent(endpoint, due.at, deps),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

/** The check that the endpoint exists and is enabled. */
function mustBeActive(endpoint: StoredWebhookEndpoint) {
  const { updatedAt } = endpoint;
  return orElse(changeEndpointWrite(endpoint, { updatedAt }, { status: 'active' }), (there) =>
    there === undefined ? eventErrors.webhookEndpointNotFound() : eventErrors.webhooksDisabled(),
  );
}

/** Counts this many attempts in each limit, or throws a 429. */
function limited(now: Date, limits: readonly (readonly [AttemptLimit, string])[], amount = 1) {
  return Object.fromEntries(
    limits.map(([limit, subject]) => [
      limit.kind,
      orElse(attemptWrite(limit, subject, now.getTime(), amount), () =>
        tooMany(windowEndOf(limit, now.getTime()), now),
      ),
    ]),
  );
}

function hostOf({ url }: StoredWebhookEndpoint): string {
  return URL.parse(url)?.host ?? '';
}

/**
 * Makes the next `count` attempts of an endpoint fail as if its receiver had answered 500, in a
 * sandbox, in addition to failures already requested. Returns the total. Error: 404.
 */
export async function failNextAttempts(
  id: string,
  count: number,
  caller: KeyCaller,
  deps: Pick<CoreDeps, 'table'>,
): Promise<number> {
  const found = await readEndpoint(id, caller, deps);
  const outcome = await transact(deps.table, {
    endpoint: orElse(failNextWrite(found, count), eventErrors.webhookEndpointNotFound),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return (found.failNext ?? 0) + count;
}
