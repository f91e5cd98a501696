import { actorOf, type KeyCaller } from '../../access/auth/caller.ts';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { NoteEffect } from '../../kernel/usecases/once-effect.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { newWebhookSecret, openSecret, sealSecret } from '../auth/webhook-signature.ts';
import { findPlace } from '../db/feeds.ts';
import {
  changeEndpointWrite,
  countListenerWrite,
  deleteEndpointWrite,
  endpointsOf,
  findEndpoint,
  newEndpointWrite,
  type StoredWebhookEndpoint,
  uncountListenerWrite,
} from '../db/webhook-endpoints.ts';
import type { EndpointDeps } from '../deps/webhook-deps.ts';
import type { EventType } from '../domain/event-type.ts';
import { rotated } from '../domain/webhook-endpoint.ts';
import * as eventErrors from '../errors/event-errors.ts';
import {
  auditOfEndpoint,
  chainOf,
  chainOfKey,
  type EndpointManager,
  endpointOwner,
  managedFeed,
  mayManage,
} from './endpoint-manager.ts';

/** An endpoint's settings from its owner. */
export interface EndpointInput {
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly EventType[] | null;
}

/** A call under an `Idempotency-Key`. */
interface Noted {
  readonly note?: NoteEffect | undefined;
}

/** Further fields of the portal's form. */
interface OnPage {
  /** The endpoint's key; a caller with a key names none. */
  readonly keyId?: string | undefined;
}

/** An endpoint with its secret, which is only returned here. */
export interface WithSecret {
  readonly endpoint: StoredWebhookEndpoint;
  readonly secret: string;
}

/** When a new endpoint is first checked, in milliseconds. An event written at the same moment would otherwise be missed. */
const firstCheck = 60_000;

/**
 * Creates an endpoint for future events of the caller's feed, as far as its key may read them. With
 * `formId` it is created once, even if the form is sent several times.
 *
 * Errors: 400 at `keyId`; 409 `form.already_sent`, `webhook_endpoint.limit_reached`.
 */
export async function makeEndpoint(
  { keyId, formId, note, ...input }: EndpointInput & OnPage & Noted & { readonly formId?: string },
  caller: EndpointManager,
  deps: EndpointDeps,
): Promise<WithSecret> {
  const { table, newId, now, random } = deps;
  const at = now().toISOString();
  const feed = managedFeed(caller);
  const id = newId();
  const secret = newWebhookSecret(random);
  const [sealed, { reached }, keyChain] = await Promise.all([
    sealSecret(deps.seal, { endpointId: id, secret }, random),
    findPlace(table, feed, 0),
    chainOf(caller, keyId, deps),
  ]);
  const endpoint: StoredWebhookEndpoint = {
    ...input,
    id,
    feed,
    owner: endpointOwner(caller),
    keyChain,
    status: 'active',
    disabledReason: null,
    disabledAt: null,
    secrets: [{ sealed, until: null }],
    createdAt: at,
    updatedAt: at,
    position: reached?.last ?? 0,
    failingSince: null,
    leaseId: null,
    leaseUntil: null,
    dueAt: new Date(now().getTime() + firstCheck).toISOString(),
    arrivals: 0,
  };
  const outcome = await transact(table, {
    form:
      formId === undefined
        ? undefined
        : orElse(sentFormWrite(endpoint.owner.id, formId, at), apiErrors.formAlreadySent),
    effect: note?.(id),
    count: orElse(countListenerWrite(feed), eventErrors.webhookEndpointLimit),
    endpoint: newEndpointWrite(endpoint),
    ...auditOfEndpoint(endpoint, 'webhook_endpoint.created', { at, actor: actorOf(caller) }, deps),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return { endpoint, secret };
}

/**
 * The endpoints that the caller can manage, oldest first: all of its owner; for an Agent Key or a
 * Partner Key only its own.
 */
export async function readEndpoints(
  caller: EndpointManager,
  { table }: Pick<EndpointDeps, 'table'>,
): Promise<readonly StoredWebhookEndpoint[]> {
  const all = await endpointsOf(table, managedFeed(caller));
  return all
    .filter((endpoint) => mayManage(caller, endpoint))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** An endpoint that the caller can manage. Error: 404. */
export async function readEndpoint(
  id: string,
  caller: EndpointManager,
  { table }: Pick<EndpointDeps, 'table'>,
): Promise<StoredWebhookEndpoint> {
  const found = await findEndpoint(table, { feed: managedFeed(caller), id });
  if (found === null || !mayManage(caller, found)) throw eventErrors.webhookEndpointNotFound();
  return found;
}

/**
 * The same with its current secret, for a repeat of the call that returned it. Only for the key
 * that the endpoint uses: anyone who knows the secret must have a key whose end also disables the
 * endpoint. Errors: 404; 409 `idempotency.key_reused` for another key.
 */
export async function readWithSecret(
  id: string,
  caller: KeyCaller,
  { table, seal }: Pick<EndpointDeps, 'table' | 'seal'>,
): Promise<WithSecret> {
  const endpoint = await readEndpoint(id, caller, { table });
  if (endpoint.keyChain !== chainOfKey(caller)) throw apiErrors.idempotencyKeyReused();
  const current = endpoint.secrets.find(({ until }) => until === null);
  const secret = current && (await openSecret(seal, id, current.sealed));
  if (!secret) throw new Error(`webhook endpoint ${id} has no secret that can be opened`);
  return { endpoint, secret };
}

/**
 * Changes an endpoint. When it is enabled, it uses the caller's key, or the one that they name, and
 * gets events from then on. With another URL it also uses the caller's key, so it is disabled when
 * the caller who redirected the events loses access.
 *
 * Errors: 400 at `keyId`; 404.
 */
export function changeEndpoint(
  id: string,
  input: Partial<EndpointInput> &
    OnPage &
    Noted & { readonly status?: StoredWebhookEndpoint['status'] | undefined },
  caller: EndpointManager,
  deps: EndpointDeps,
): Promise<StoredWebhookEndpoint> {
  return retryOnConflict(async () => {
    const { status, keyId, note, ...said } = input;
    const found = await readEndpoint(id, caller, deps);
    const at = deps.now().toISOString();
    const requested = Object.fromEntries(
      Object.entries(said).filter(([, value]) => value !== undefined),
    ) as Partial<EndpointInput>;
    const hasMoved = requested.url !== undefined && requested.url !== found.url;
    const isNew = status !== undefined && status !== found.status;
    const changes: Partial<StoredWebhookEndpoint> = {
      ...requested,
      ...(hasMoved && { failingSince: null, timeouts: 0, ...actingWith(caller) }),
      ...(isNew && (status === 'active' ? await enabled(caller, keyId, deps) : disabled(at))),
      updatedAt: at,
    };
    const fields = [...Object.keys(requested), ...(isNew ? ['status'] : [])];
    const outcome = await transact(deps.table, {
      effect: note?.(id),
      endpoint: orElse(changeEndpointWrite(found, changes, asRead(found)), conflict),
      ...(isNew && status === 'active' && { wake: wakeEvent(found, at, deps) }),
      ...auditOfEndpoint(
        found,
        'webhook_endpoint.changed',
        { at, actor: actorOf(caller), fields },
        deps,
      ),
    });
    if (outcome.kind === 'written') return { ...found, ...changes };
    if (outcome.refusal instanceof ApiError) throw outcome.refusal;
    return lostRace;
  });
}

/**
 * Deletes an endpoint: no attempt starts after that, though one in progress may still arrive.
 * Error: 404.
 */
export async function deleteEndpoint(
  id: string,
  caller: EndpointManager,
  deps: EndpointDeps,
): Promise<void> {
  const found = await readEndpoint(id, caller, deps);
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    endpoint: orElse(deleteEndpointWrite(found), eventErrors.webhookEndpointNotFound),
    count: uncountListenerWrite(found.feed),
    ...auditOfEndpoint(found, 'webhook_endpoint.deleted', { at, actor: actorOf(caller) }, deps),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

/**
 * Gives an endpoint a new secret; the previous one also signs for a day. From then on it uses the
 * caller's key, so it is disabled when the caller, who knows the secret, loses access. A form of
 * the portal does this once.
 *
 * Errors: 404; 409 `form.already_sent`, `webhook_endpoint.secret_limit_reached`.
 */
export function rotateSecret(
  id: string,
  caller: EndpointManager,
  deps: EndpointDeps,
  { formId, note }: Noted & { readonly formId?: string } = {},
): Promise<WithSecret> {
  return retryOnConflict(async () => {
    const found = await readEndpoint(id, caller, deps);
    const now = deps.now();
    const at = now.toISOString();
    const secret = newWebhookSecret(deps.random);
    const sealed = await sealSecret(deps.seal, { endpointId: id, secret }, deps.random);
    const secrets = rotated(found.secrets, sealed, now);
    if (secrets === null) throw eventErrors.webhookSecretsLimit();
    const changes = { secrets, updatedAt: at, ...actingWith(caller) };
    const outcome = await transact(deps.table, {
      form:
        formId === undefined
          ? undefined
          : orElse(sentFormWrite(found.owner.id, formId, at), apiErrors.formAlreadySent),
      effect: note?.(id),
      endpoint: orElse(
        changeEndpointWrite(found, changes, { ...asRead(found), secrets: found.secrets }),
        conflict,
      ),
      ...auditOfEndpoint(
        found,
        'webhook_endpoint.secret_rotated',
        { at, actor: actorOf(caller) },
        deps,
      ),
    });
    if (outcome.kind === 'refused') {
      if (outcome.refusal instanceof ApiError) throw outcome.refusal;
      return lostRace;
    }
    return { endpoint: { ...found, ...changes }, secret };
  });
}

/** In the portal the key does not change: the person acts without a key. */
function actingWith(caller: EndpointManager): Partial<StoredWebhookEndpoint> {
  return caller.kind === 'person' ? {} : { keyChain: chainOfKey(caller) };
}

/** The basis of an owner's change. */
function asRead({ status, keyChain, url }: StoredWebhookEndpoint): Partial<StoredWebhookEndpoint> {
  return { status, keyChain, url };
}

/** The event that starts work on an endpoint immediately. */
export function wakeEvent(
  { feed, id }: StoredWebhookEndpoint,
  at: string,
  deps: Pick<EndpointDeps, 'newId'>,
) {
  return eventWrite(deps.newId(), at, { type: 'webhooks.requested', feed, endpointId: id });
}

async function enabled(
  caller: EndpointManager,
  keyId: string | undefined,
  deps: EndpointDeps,
): Promise<Partial<StoredWebhookEndpoint>> {
  const [{ reached }, keyChain] = await Promise.all([
    findPlace(deps.table, managedFeed(caller), 0),
    chainOf(caller, keyId, deps),
  ]);
  return {
    status: 'active',
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    timeouts: 0,
    keyChain,
    position: reached?.last ?? 0,
  };
}

function disabled(at: string): Partial<StoredWebhookEndpoint> {
  return { status: 'disabled', disabledReason: 'owner', disabledAt: at };
}
