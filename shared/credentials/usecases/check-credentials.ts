import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { credentialsRetry, detour } from '../../kernel/domain/outbox-queue.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import type { RoutingDeps, StreamItem } from '../../platform/usecases/route-events.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import {
  listCredentials,
  listCredentialsOfEntity,
  revokePlaceWrites,
  type StoredCredential,
} from '../db/credentials.ts';
import type { RevocationReason } from '../domain/credential.ts';
import {
  type ChangeOfItem,
  type CredentialConcern,
  concernOf,
  whyRevoked,
} from '../domain/revocation.ts';
import { type RevokingDeps, revokeCredential } from './credentials.ts';

/**
 * Checks the credentials that a change concerns, and revokes those that are no longer true. The change may
 * arrive again, late, or twice at the same time: a revoked credential stays revoked, and the current state
 * decides. Without a credential it is one query.
 */
export async function checkCredentials(
  concern: CredentialConcern,
  deps: RevokingDeps,
): Promise<void> {
  if (concern.kind === 'place') {
    const { list, index, more = [], expiresAt } = concern;
    await transact(deps.table, revokePlaceWrites([{ list, index }, ...more], expiresAt));
    return;
  }
  const { kind, id, renamedIn } = concern;
  const stored = await (kind === 'person'
    ? listCredentials(deps.table, id)
    : listCredentialsOfEntity(deps.table, id));
  const now = deps.now().toISOString();
  const counting = stored.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now,
  );
  if (counting.length === 0) return;
  const reasonOf = await judge(counting, deps.table, now);
  for (const credential of counting) {
    const reason = reasonOf(credential) ?? renamed(credential, kind, renamedIn);
    if (reason !== null) await revokeCredential(credential, { reason }, system, deps);
  }
}

/** Logs an entity without a rename: a person's new name does not concern the entity. */
function renamed(
  { kind, sourceVersion }: StoredCredential,
  changed: 'person' | 'entity',
  version: number | undefined,
): RevocationReason | null {
  if (version === undefined || (kind === 'residency') !== (changed === 'person')) return null;
  return sourceVersion < version ? 'particulars_changed' : null;
}

/** Reads in parallel all data on which the credentials' validity depends. */
async function judge(
  credentials: readonly StoredCredential[],
  table: Table,
  now: string,
): Promise<(credential: StoredCredential) => RevocationReason | null> {
  const found = await readEach(credentials.flatMap(factsOf), table);
  return (credential) => {
    const [holder, entity, representative] = factsOf(credential).map((key) =>
      found.get(placeOf(key)),
    );
    const facts = {
      holder: parseFound(StoredPerson, holder),
      entity: parseFound(StoredEntity, entity),
      represents: representative !== undefined,
    };
    return whyRevoked(credential, facts, now);
  };
}

function factsOf({ personId, legalEntityId }: StoredCredential): readonly ItemKey[] {
  const holder = keys.person(personId);
  if (legalEntityId === null) return [holder];
  return [holder, keys.entity(legalEntityId), keys.representative(legalEntityId, personId)];
}

async function readEach(
  requested: readonly ItemKey[],
  table: Table,
): Promise<ReadonlyMap<string, Item>> {
  const distinct = [...new Map(requested.map((key) => [placeOf(key), key])).values()];
  const found = new Map<string, Item>();
  // The maximum number of keys of a BatchGetItem.
  for (let first = 0; first < distinct.length; first += 100) {
    const batch = distinct.slice(first, first + 100);
    const items = await getItems(table, batch);
    for (const [index, key] of batch.entries()) {
      const item = items[index];
      if (item !== undefined) found.set(placeOf(key), item);
    }
  }
  return found;
}

function placeOf({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`;
}

/** Dependencies for revoking credentials after changes, and for retrying later. */
interface JudgingDeps extends RevokingDeps, RoutingDeps {}

/** Log message for credentials that could not be checked; without ids of people or entities. */
const isUnjudged = 'credentials could not be checked';

/** A change of the table with the stream's id. */
type NamedChange = ChangeOfItem & { readonly id: string; readonly at: string };

/**
 * Revokes the credentials that changes of the table make untrue. Changes that can't be processed
 * are sent to the detour queue, so the stream continues. Returns the positions of those for which
 * even that failed, which the stream must deliver again.
 */
export async function checkChanges(
  changes: readonly NamedChange[],
  deps: JudgingDeps,
): Promise<readonly number[]> {
  const requested = changes.flatMap((change, index) => {
    const concern = concernOf(change);
    return concern === null ? [] : [{ index, change, concern }];
  });
  const failed = (
    await checkEach(
      requested.map(({ concern }) => concern),
      deps,
    )
  ).flatMap((index) => requested[index] ?? []);
  if (failed.length === 0) return [];
  try {
    const bodies = failed.map(({ change: { id, at }, concern }) =>
      JSON.stringify({ id, createdAt: at, event: { type: credentialsRetry, concern } }),
    );
    const refused = await deps.queues.send(deps.queueUrls[detour], bodies);
    return refused.flatMap((index) => failed[index]?.index ?? []);
  } catch (error) {
    deps.log.error('a queue refused events', { queue: detour }, error);
    return failed.map(({ index: place }) => place);
  }
}

/** Checks the credentials that each change concerns. Returns the positions of those that failed. */
export async function checkEach(
  concerns: readonly CredentialConcern[],
  deps: JudgingDeps,
): Promise<readonly number[]> {
  const outcomes = await Promise.all(
    concerns.map(async (concern, index) => {
      try {
        await checkCredentials(concern, deps);
        return [];
      } catch (error) {
        deps.log.error(isUnjudged, {}, error);
        return [index];
      }
    }),
  );
  return outcomes.flat();
}

const DetourMessage = z.object({
  event: z.object({
    type: z.literal(credentialsRetry),
    concern: z.union([
      z.object({
        kind: z.enum(['person', 'entity']),
        id: z.string(),
        renamedIn: z.optional(z.int()),
      }),
      z.object({
        kind: z.literal('place'),
        list: z.string(),
        index: z.int(),
        more: z.optional(z.array(z.object({ list: z.string(), index: z.int() }))),
        expiresAt: z.string(),
      }),
    ]),
  }),
});

/** The subject of a message in `detour`; null: another event. */
export function concernIn(message: StreamItem): CredentialConcern | null {
  const parsed = z.safeParse(DetourMessage, message);
  return parsed.success ? parsed.data.event.concern : null;
}
