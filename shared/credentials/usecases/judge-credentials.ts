import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import {
  listCredentials,
  listCredentialsOfEntity,
  type StoredCredential,
} from '../db/credentials.ts';
import { revokePlaceWrites } from '../db/status-lists.ts';
import type { RevocationReason } from '../domain/credential.ts';
import type { CredentialConcern } from '../domain/credential-concern.ts';
import { whyRevoked } from '../domain/revocation.ts';
import { type RevokingDeps, revokeCredential } from './revoke-credential.ts';

/**
 * Looks at the credentials that a change concerns, and revokes those that say what is not so any more. It may come again, late, or
 * twice at once: what was revoked stays as it is, and what is decided is how things are now. Where there is no credential it is one
 * query.
 */
export async function judgeCredentials(
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

/** Says what was not renamed yet: a person's new name is none of an entity's. */
function renamed(
  { kind, madeOf }: StoredCredential,
  changed: 'person' | 'entity',
  version: number | undefined,
): RevocationReason | null {
  if (version === undefined || (kind === 'residency') !== (changed === 'person')) return null;
  return madeOf === undefined || madeOf < version ? 'particulars_changed' : null;
}

/** Reads what decides on the credentials, all at once. */
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
  wanted: readonly ItemKey[],
  table: Table,
): Promise<ReadonlyMap<string, Item>> {
  const distinct = [...new Map(wanted.map((key) => [placeOf(key), key])).values()];
  const found = new Map<string, Item>();
  // As many keys as one BatchGetItem takes.
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
