import type { KeyCaller, PersonCaller } from '../../access/auth/caller.ts';
import { activeKeysOf, type OwnedKey } from '../../access/db/api-keys.ts';
import { keyState } from '../../access/domain/key-bounds.ts';
import { feeds, partitions } from '../../kernel/db/keys.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import { feedOf } from './may-read.ts';

/**
 * Callers who manage endpoints: with a key, or residents in the portal, who have the rights of a
 * Standard Key.
 */
export type EndpointManager = KeyCaller | PersonCaller;

/** The feed whose endpoints they manage. */
export function managedFeed(manager: EndpointManager): string {
  return manager.kind === 'person' ? feeds.person(manager.personId) : feedOf(manager);
}

export function endpointOwner(manager: EndpointManager): StoredWebhookEndpoint['owner'] {
  return manager.kind === 'partner'
    ? { kind: 'integration', id: manager.integrationId }
    : { kind: 'person', id: manager.personId };
}

/** All of an owner's endpoints; for an Agent Key or a Partner Key only its own. */
export function mayManage(
  manager: EndpointManager,
  { keyChain }: Pick<StoredWebhookEndpoint, 'keyChain'>,
): boolean {
  return (
    manager.kind === 'person' || manager.kind === 'standard' || keyChain === chainOfKey(manager)
  );
}

/**
 * The key that an endpoint uses, by the first key in its chain of rotations: the caller's own, or
 * the one that they chose in the portal. Error: 400 at `keyId` if it is invalid or missing.
 */
export async function chainOf(
  manager: EndpointManager,
  keyId: string | undefined,
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<string> {
  if (manager.kind !== 'person') return chainOfKey(manager);
  const found = (await goodKeysOf(manager, deps)).find(({ id }) => id === keyId);
  if (found === undefined) throw apiErrors.invalidField(['keyId'], 'Choose one of your keys');
  return found.counterId ?? found.id;
}

/** The keys that a portal user can choose for an endpoint, newest first. */
export async function goodKeysOf(
  { personId }: PersonCaller,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<readonly OwnedKey[]> {
  const all = await activeKeysOf(table, partitions.person(personId));
  return all.filter((key) => keyState(key, now()) === 'good').toReversed();
}

/** A key by the first key in its chain of rotations. */
export function chainOfKey({ keyId, counterId }: KeyCaller): string {
  return counterId ?? keyId;
}

/** The writes that record an action on an endpoint, filed under its owner. */
export function auditOfEndpoint(
  { owner, id }: Pick<StoredWebhookEndpoint, 'owner' | 'id'>,
  action: `webhook_endpoint.${'created' | 'changed' | 'deleted' | 'secret_rotated' | 'disabled'}`,
  {
    at,
    actor,
    reason,
    fields,
  }: {
    readonly at: string;
    readonly actor: Actor;
    readonly reason?: string;
    readonly fields?: readonly string[];
  },
  deps: Pick<CoreDeps, 'newId'>,
) {
  return auditAct(deps, {
    at,
    actor,
    action,
    subject: { type: owner.kind === 'person' ? 'person' : 'partner_integration', id: owner.id },
    details: {
      endpointId: id,
      ...(reason !== undefined && { cause: reason }),
      ...(fields && { fields }),
    },
  });
}
