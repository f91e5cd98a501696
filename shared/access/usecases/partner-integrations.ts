import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type {
  RegisterIntegration,
  ReviseIntegration,
} from '../contracts/admin-integrations-contract.ts';
import {
  activeKeysOf,
  findOwnedKey,
  integrationActiveWrite,
  listOwnedKeys,
  type OwnedKey,
  revocationWrites,
  type StoredKey,
} from '../db/api-keys.ts';
import {
  findIntegration,
  integrationItem,
  integrationWrite,
  pageOfIntegrations,
  type StoredIntegration,
} from '../db/partner-integrations.ts';
import * as accessErrors from '../errors/access-errors.ts';
import { newKey } from './issue-key.ts';

/** Registers an approved partner's integration without keys. Error: 400 for an unknown entity. */
export async function registerIntegration(
  {
    name,
    legalEntityId = null,
    redirectOrigins = [],
    active = true,
    claimMailsPerDay = null,
  }: RegisterIntegration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredIntegration> {
  const at = deps.now().toISOString();
  const integration: StoredIntegration = {
    id: deps.newId(),
    name,
    legalEntityId,
    active,
    redirectOrigins,
    activeKeys: 0,
    claimMailsPerDay,
    objections: 0,
    createdAt: at,
  };
  const outcome = await transact(deps.table, {
    entity:
      legalEntityId === null
        ? undefined
        : orElse(mustExist(keys.entity(legalEntityId)), () =>
            apiErrors.invalidField(['legalEntityId'], 'Unknown legal entity'),
          ),
    integration: create(integrationItem(integration)),
    ...auditAct(deps, {
      at,
      actor,
      action: 'partner_integration.registered',
      subject: { type: 'partner_integration', id: integration.id },
      details: { legalEntityId, active },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return integration;
}

/**
 * Changes an integration. The keys of an inactive integration are refused from the next call on:
 * the same transaction updates each of them. Error: 404 `Not found`.
 */
export function reviseIntegration(
  id: string,
  revision: ReviseIntegration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredIntegration> {
  return retryOnConflict(async () => {
    const integration = await findIntegration(deps.table, id);
    if (integration === null) throw apiErrors.notFound();
    const { next, changes } = revised(integration, revision);
    const changed = Object.keys(changes);
    if (changed.length === 0) return integration;
    const outcome = await transact(deps.table, {
      integration: integrationWrite(integration, changes),
      ...(next.active !== integration.active && (await keysNotified(next, deps))),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'partner_integration.updated',
        subject: { type: 'partner_integration', id },
        details: { changed, active: next.active },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The writes that update every key; at most 40 are not revoked. */
async function keysNotified(
  { id, active }: StoredIntegration,
  { table }: CoreDeps,
): Promise<Readonly<Record<string, Write>>> {
  const held = await activeKeysOf(table, partitions.integration(id));
  return Object.fromEntries(held.map((key) => [key.id, integrationActiveWrite(key, active)]));
}

/** Error: 404. */
export async function readIntegration(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredIntegration> {
  const integration = await findIntegration(table, id);
  if (integration === null) throw apiErrors.notFound();
  return integration;
}

/** A page of the integration's keys, newest first. Error: 404. */
export async function readPartnerKeys(
  integrationId: string,
  { limit, cursor }: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<OwnedKey>> {
  const [, page] = await Promise.all([
    readIntegration(integrationId, deps),
    listOwnedKeys(deps.table, partitions.integration(integrationId), { limit, after: cursor }),
  ]);
  return page;
}

/** A key of the integration, revoked or not. Error: 404. */
export async function readPartnerKey(
  { integrationId, keyId }: { readonly integrationId: string; readonly keyId: string },
  { table }: { readonly table: Table },
): Promise<OwnedKey> {
  const key = await findOwnedKey(table, partitions.integration(integrationId), keyId);
  if (key === null) throw apiErrors.notFound();
  return key;
}

/** A page of all integrations, newest first. */
export function listIntegrations(
  { limit, cursor, ...days }: CreatedDays & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredIntegration>> {
  return pageOfIntegrations(table, days, { limit, after: cursor });
}

interface PartnerKeyRequest {
  readonly label: string | null;
  readonly scopes: readonly string[];
}

/**
 * Issues a Partner Key of an integration, active or not. `secret` is only returned here.
 *
 * Errors: 404 `Not found`; 409 `api_key.limit_reached`.
 */
export function issuePartnerKey(
  integrationId: string,
  { label, scopes }: PartnerKeyRequest,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const integration = await findIntegration(deps.table, integrationId);
    if (integration === null) throw apiErrors.notFound();
    if (integration.activeKeys >= maxActiveKeys) throw accessErrors.keyLimitReached();
    const { secret, key, writes } = newKey(
      {
        kind: 'partner',
        ownerId: integrationId,
        owner: partitions.integration(integrationId),
        label,
        scopes,
        limits: null,
        integrationActive: integration.active,
      },
      deps,
      at,
    );
    const outcome = await transact(deps.table, {
      integration: countKey(integration),
      ...writes,
      ...auditAct(deps, {
        at,
        actor,
        action: 'partner_key.issued',
        subject: { type: 'partner_integration', id: integrationId },
        details: { keyId: key.id, scopes: key.scopes },
      }),
    });
    return outcome.kind === 'written' ? { key, secret } : lostRace;
  });
}

/** Refused if the integration was suspended or reactivated since it was read. */
function countKey({ id, active }: StoredIntegration): Write {
  return {
    update: {
      Key: keys.integration(id),
      UpdateExpression: 'SET activeKeys = activeKeys + :one',
      ConditionExpression: 'activeKeys < :most AND active = :active',
      ExpressionAttributeValues: { ':one': 1, ':most': maxActiveKeys, ':active': active },
    },
  };
}

/**
 * Revokes a Partner Key; the next call with it is refused. Does nothing if it is already revoked.
 *
 * Error: 404 if it is not a key of this integration.
 */
export function revokePartnerKey(
  { integrationId, keyId }: { readonly integrationId: string; readonly keyId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<OwnedKey> {
  return retryOnConflict(async () => {
    const owner = partitions.integration(integrationId);
    const key = await findOwnedKey(deps.table, owner, keyId);
    if (key === null) throw apiErrors.notFound();
    if (key.revokedAt !== null) return key;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...revocationWrites(key, owner, at),
      integration: uncountKey(integrationId),
      ...auditAct(deps, {
        at,
        actor,
        action: 'partner_key.revoked',
        subject: { type: 'partner_integration', id: integrationId },
        details: { keyId },
      }),
    });
    return outcome.kind === 'written' ? { ...key, revokedAt: at } : lostRace;
  });
}

function uncountKey(integrationId: string): Write {
  return {
    update: {
      Key: keys.integration(integrationId),
      UpdateExpression: 'SET activeKeys = activeKeys - :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}
