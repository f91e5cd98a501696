import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findResident } from '../../people/db/residents.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import { findEntity } from '../db/entities.ts';
import { publishedEntity, type RegisteredEntity } from './published-entity.ts';

const byNetwork: AttemptLimit = { kind: 'public_register', max: 60, window: 60_000 };

/** Counts a look into the public register. Error: 429 beyond 60 from one network address in a minute. */
export async function countLook(clientAddress: string, { table, now }: CoreDeps): Promise<void> {
  const at = now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, byNetwork, network, at.getTime()), at);
}

/**
 * What the public register says of the legal entity with the number; null for every other number: of nobody, of a
 * person, and of an entity whose registration was annulled. The number of a person and one that nobody has take the same
 * way, one read, so that not even the time that it takes tells them apart.
 */
export async function readRegistered(
  rpn: string,
  fields: readonly PublishedField[],
  { table, now }: CoreDeps,
): Promise<RegisteredEntity | null> {
  if (!isResidentPermitNumber(rpn)) return null;
  const resident = await findResident(table, rpn);
  if (resident?.resident !== 'legal_entity') return null;
  const entity = await findEntity(table, resident.ownerId);
  // A number that an entity had before is not its own any more.
  if (entity === null || entity.annulment !== undefined || entity.residentPermitNumber !== rpn) {
    return null;
  }
  return publishedEntity(entity, fields, now().toISOString());
}
