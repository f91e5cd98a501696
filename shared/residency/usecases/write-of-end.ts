import { activeRepresentatives } from '../../amendments/usecases/write-to-representatives.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { termOfEntity, termOfPerson } from '../domain/term-of.ts';
import { termLetters } from '../mail/term-letters.ts';
import { activePartner } from './read-renewal.ts';

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/**
 * To a resident whose residency ends, and to those who represent the partner that applied for it. Nobody is told once it was
 * renewed, or its end is another.
 */
export async function writeOfResidencyEnd(
  { personId, residencyId, endsAt }: MailOf<'residency_ending'>,
  deps: MailDeps,
): Promise<readonly Parcel[]> {
  const { table, baseUrl } = deps;
  const person = await findPerson(table, personId);
  const term = person && termOfPerson(person);
  if (person === null || term?.termId !== residencyId || term.endsAt !== endsAt) return [];
  const partner = await activePartner(person, table);
  const end = endAt(endsAt, deps);
  const partners =
    partner === null || partner.legalEntityId === null
      ? []
      : await activeRepresentatives(table, partner.legalEntityId);
  return [
    {
      to: person.email,
      recipient: person.id,
      write: () =>
        termLetters(person).residencyEnding({
          ...end,
          partner: partner?.name ?? null,
          url: `${baseUrl}/portal`,
        }),
    },
    ...partners
      // Who renews their own residency was told above.
      .filter(({ id }) => id !== person.id)
      .map(({ id, email, ...reader }) => ({
        to: email,
        recipient: id,
        write: () =>
          termLetters(reader).partnersResidencyEnding({
            ...end,
            applicationId: partner?.application.id ?? '',
            residentPermitNumber: person.residentPermitNumber ?? 'none',
            url: `${baseUrl}/docs`,
          }),
      })),
  ];
}

/** To every representative of a legal entity whose residency ends; to nobody once it has another end. */
export async function writeOfEntityEnd(
  { entityId, endsAt }: MailOf<'entity_residency_ending'>,
  deps: MailDeps,
): Promise<readonly Parcel[]> {
  const entity = await findEntity(deps.table, entityId);
  if (entity === null || termOfEntity(entity)?.endsAt !== endsAt) return [];
  const facts = {
    ...endAt(endsAt, deps),
    entityName: fullName(entity),
    residentPermitNumber: entity.residentPermitNumber,
    url: `${deps.baseUrl}/portal`,
  };
  const people = await activeRepresentatives(deps.table, entityId);
  return people.map((reader) => ({
    to: reader.email,
    recipient: reader.id,
    write: () => termLetters(reader).entityResidencyEnding(facts),
  }));
}

/** An end as it is when the letter is sent, which may be a day after it was wanted. */
function endAt(endsAt: string, { now }: Pick<MailDeps, 'now'>) {
  const at = now().toISOString();
  return { endsAt, daysLeft: daysUntil(endsAt, at), hasEnded: endsAt <= at };
}
