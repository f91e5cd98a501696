import { randomBytes, randomUUID } from 'node:crypto';
import {
  listCredentials,
  listRevokedPlaces,
  newCredentialWrites,
  type StoredCredential,
  takeStatusPlaces,
} from '../../shared/credentials/db/credentials.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItems } from '../../shared/kernel/db/table.ts';
import { orElse, transact } from '../../shared/kernel/db/transact.ts';
import type { World } from './world.ts';

/** A credential as its issuance stores it. */
export async function aStoredCredential(
  world: World,
  personId: string,
  fields: Partial<StoredCredential> = {},
): Promise<StoredCredential> {
  const issuedAt = new Date(world.clock.now).toISOString();
  const expiresAt = new Date(world.clock.now + 30 * 86_400_000).toISOString();
  const { legalEntityId = null } = fields;
  const { kind = legalEntityId === null ? 'residency' : 'good_standing' } = fields;
  const [source] = await getItems(world.table, [
    kind === 'residency' || legalEntityId === null
      ? keys.person(personId)
      : keys.entity(legalEntityId),
  ]);
  // Two draws can be the same index. The second is then refused and drawn again, as in an issuance.
  for (let attempt = 0; ; attempt += 1) {
    const [taken] = takeStatusPlaces(1, randomBytes, expiresAt, attempt);
    if (taken === undefined) throw new Error('no place was drawn');
    const { place, write } = taken;
    const credential: StoredCredential = {
      id: randomUUID(),
      kind,
      personId,
      holderThumbprint: 'thumbprint',
      status: place,
      grantId: null,
      issuedAt,
      expiresAt,
      sourceVersion: Number(source?.['version']),
      revokedAt: null,
      revokedReason: null,
      ...fields,
      legalEntityId,
    };
    const outcome = await transact(world.table, {
      ...newCredentialWrites(credential),
      place: orElse(write, () => 'taken'),
    });
    if (outcome.kind === 'written') return credential;
    if (outcome.refusal !== 'taken') throw outcome.error;
  }
}

/** Why the credential was revoked, and whether its list shows it; null if it is valid. */
export async function revocationOf(
  world: World,
  { personId, id, status }: StoredCredential,
): Promise<string | null> {
  const stored = (await listCredentials(world.table, personId)).find((each) => each.id === id);
  const revoked = await listRevokedPlaces(world.table, status.list);
  const isListed = revoked.includes(status.index);
  if (isListed !== (stored === undefined || stored.revokedAt !== null)) {
    throw new Error('the list and the credential say different things');
  }
  return stored === undefined ? 'removed' : stored.revokedReason;
}
