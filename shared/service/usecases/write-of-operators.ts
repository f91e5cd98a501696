import { findIntegration } from '../../access/db/partner-integrations.ts';
import { activeRepresentatives } from '../../amendments/usecases/write-to-representatives.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findPeople } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findEntity } from '../../registry/db/entities.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { operatorLetters } from '../mail/operator-letters.ts';

/** Two operators did something: whom it concerns is told; a partner without an entity has nobody to tell. */
export async function writeOfOperators(
  {
    what,
    personIds,
    entityId,
    integrationId,
    at,
  }: Extract<Mail, { readonly template: 'operators_acted' }>,
  { table, baseUrl }: LetterDeps,
): Promise<readonly Parcel[]> {
  const [persons, integration] = await Promise.all([
    findPeople(table, personIds),
    integrationId === null ? null : findIntegration(table, integrationId),
  ]);
  const ownerId = entityId ?? integration?.legalEntityId ?? null;
  const [entity, representatives] =
    ownerId === null
      ? [null, []]
      : await Promise.all([findEntity(table, ownerId), activeRepresentatives(table, ownerId)]);
  const act = {
    what,
    of: integration?.name ?? (entity && fullName(entity)),
    at,
    url: `${baseUrl}/portal`,
  };
  const readers = new Map([...persons, ...representatives].map((reader) => [reader.id, reader]));
  return [...readers.values()].map((reader) => ({
    to: reader.email,
    recipient: reader.id,
    write: () => operatorLetters(reader).operatorsActed(act),
  }));
}
