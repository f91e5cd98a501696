import { endingLists } from '../../kernel/db/ends.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { daysLater, daysUntil } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPerson, StoredResidency } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { auditAct, auditPerson } from '../../platform/usecases/audit.ts';
import { entityUnchanged, findEntity } from '../../registry/db/entities.ts';
import { StoredEntityTerm } from '../../registry/db/new-entity.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { noticeKey, noticeWrite, type TermNotice } from '../db/term-notices.ts';
import {
  dueNotice,
  madeUpDays,
  noticeSteps,
  type Term,
  termOfEntity,
  termOfPerson,
} from '../domain/term.ts';
import { termEmails } from '../mail/residency-emails.ts';
import { activePartner } from './read-renewal.ts';

/** No further notice is started with less time left, in milliseconds; the next run sends it. */
const reserve = 10_000;

/** The number of errors that ends a run. */
const mostErrors = 5;

/** The number of notifications, by notice. */
export type EndsNotified = Readonly<Record<(typeof noticeSteps)[number], number>>;

/** The data on the lists of ends. The person or the entity is read before anyone is notified. */
interface Candidate extends Term {
  readonly termId: string;
  readonly notify: (now: string, deps: CoreDeps) => Promise<TermNotice | null>;
}

/**
 * Notifies residents, their partners and representatives that residencies end. Each notice is sent once, even after
 * interrupted runs. One transaction contains the claim on the notice, its email and its audit entry, on condition that
 * the residency is unchanged, so that someone who renews at that moment gets no notice.
 *
 * Throws at the end if any notice failed; the next run repeats it.
 */
export async function announceEnds(deps: CoreDeps): Promise<EndsNotified> {
  const now = deps.now().toISOString();
  const notified = { 60: 0, 30: 0, 7: 0, 0: 0 };
  const errors: unknown[] = [];
  const goesOn = () => errors.length < mostErrors && timeLeft() > reserve;
  const lists = endingLists(
    deps.table,
    daysLater(now, -madeUpDays),
    daysLater(now, Math.max(...noticeSteps)),
  );
  const walk = async (pages: AsyncGenerator<readonly Item[]>) => {
    for await (const items of pages) {
      for (const { notify } of await notNotified(items, now, deps.table)) {
        if (!goesOn()) return;
        try {
          const notice = await notify(now, deps);
          if (notice !== null) notified[notice.step] += 1;
        } catch (error) {
          errors.push(error);
        }
      }
      if (!goesOn()) return;
    }
  };
  for (const outcome of await Promise.allSettled(lists.map(walk)))
    if (outcome.status === 'rejected') errors.push(outcome.reason);
  deps.log.info('expiry notices were sent', { ...notified, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  if (timeLeft() <= reserve)
    throw new Error('not all notices of ending residencies could be sent in time');
  return notified;
}

/** The notices of a page that are due and not sent yet. */
async function notNotified(
  items: readonly Item[],
  now: string,
  table: Table,
): Promise<readonly Candidate[]> {
  const due = items.flatMap((item) => {
    const candidate = candidateOf(item);
    const step = candidate === null ? null : dueNotice(candidate, now);
    return candidate === null || step === null ? [] : [{ candidate, step }];
  });
  const claims = await getItems(
    table,
    due.map(({ candidate, step }) => noticeKey({ ...candidate, step })),
  );
  return due.flatMap(({ candidate }, index) => (claims[index] === undefined ? [candidate] : []));
}

function candidateOf(item: Item): Candidate | null {
  const ownerId = String(item['pk']).split('#')[1] ?? '';
  if (item['sk'] === keys.entityTerm('').sk) {
    const entity = parseFound(StoredEntityTerm, item);
    const term = entity && termOfEntity(entity);
    return term && { ...term, notify: (now, deps) => entityEvent(ownerId, now, deps) };
  }
  const residency = parseFound(StoredResidency, item);
  if (residency === null || residency.terminationDate === null) return null;
  const { id, effectiveDate: since, terminationDate: endsAt } = residency;
  return {
    termId: id,
    since,
    endsAt,
    notify: (now, deps) => residencyEvent(ownerId, id, now, deps),
  };
}

/**
 * Null if the notice was sent, is not due, or no longer applies: the residency is renewed or the account deactivated.
 */
function residencyEvent(
  personId: string,
  residencyId: string,
  now: string,
  deps: CoreDeps,
): Promise<TermNotice | null> {
  return retryOnConflict(async () => {
    const person = await findPerson(deps.table, personId);
    const term = person && termOfPerson(person);
    if (person === null || term?.termId !== residencyId) return null;
    const { endsAt } = term;
    return write(
      term,
      {
        personId,
        unchanged: unchangedPerson(personId, person.version),
        mail: { template: 'residency_ending', personId, residencyId, endsAt },
        audit: (step) =>
          auditPerson(deps, {
            at: now,
            actor: system,
            personId,
            action: 'residency.end_announced',
            details: { residencyId, endsAt, daysBefore: step },
          }),
      },
      now,
      deps,
    );
  });
}

function entityEvent(entityId: string, now: string, deps: CoreDeps): Promise<TermNotice | null> {
  return retryOnConflict(async () => {
    const entity = await findEntity(deps.table, entityId);
    const term = entity && termOfEntity(entity);
    if (entity === null || term === null) return null;
    const { endsAt } = term;
    return write(
      term,
      {
        unchanged: entityUnchanged(entity),
        mail: { template: 'entity_residency_ending', entityId, endsAt },
        audit: (step) =>
          auditAct(deps, {
            at: now,
            actor: system,
            action: 'legal_entity.end_announced',
            subject: { type: 'legal_entity', id: entityId },
            details: { endsAt, daysBefore: step },
          }),
      },
      now,
      deps,
    );
  });
}

/** Claims the term's due notice with all its effects; null if none is due or it was sent before. */
async function write(
  term: Term & { readonly termId: string },
  telling: {
    readonly personId?: string;
    readonly unchanged: Write;
    readonly mail: Mail;
    readonly audit: (step: number) => ReturnType<typeof auditAct>;
  },
  now: string,
  deps: CoreDeps,
): Promise<TermNotice | null | typeof lostRace> {
  const step = dueNotice(term, now);
  if (step === null) return null;
  const { termId, endsAt } = term;
  const { personId } = telling;
  const notice = { termId, endsAt, step, ...(personId !== undefined && { personId }) };
  const outcome = await transact(deps.table, {
    notice: orElse(noticeWrite(notice, now), () => 'notified' as const),
    unchanged: orElse(telling.unchanged, conflict),
    mail: mailWrite(deps.newId(), now, telling.mail),
    ...telling.audit(step),
  });
  if (outcome.kind === 'written') return notice;
  if (outcome.refusal === 'notified') return null;
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.error;
}

function unchangedPerson(personId: string, version: number): Write {
  return {
    check: {
      Key: keys.person(personId),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/**
 * The email to a resident whose residency ends, and to representatives of the partner that applied for it. Not sent if
 * the residency was renewed or its end has changed.
 */
export async function writeOfResidencyEnd(
  { personId, residencyId, endsAt }: MailOf<'residency_ending'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
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
        termEmails(person).residencyEnding({
          ...end,
          partner: partner?.name ?? null,
          url: `${baseUrl}/portal`,
        }),
    },
    ...partners
      // A resident who represents the partner is already in the list.
      .filter(({ id }) => id !== person.id)
      .map(({ id, email, ...recipient }) => ({
        to: email,
        recipient: id,
        write: () =>
          termEmails(recipient).partnersResidencyEnding({
            ...end,
            applicationId: partner?.application.id ?? '',
            residentPermitNumber: person.residentPermitNumber ?? 'none',
            url: `${baseUrl}/docs`,
          }),
      })),
  ];
}

/** The email to each representative of a legal entity whose residency ends; to none if its end has changed. */
export async function writeOfEntityEnd(
  { entityId, endsAt }: MailOf<'entity_residency_ending'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const entity = await findEntity(deps.table, entityId);
  if (entity === null || termOfEntity(entity)?.endsAt !== endsAt) return [];
  const facts = {
    ...endAt(endsAt, deps),
    entityName: fullName(entity),
    residentPermitNumber: entity.residentPermitNumber,
    url: `${deps.baseUrl}/portal`,
  };
  const people = await activeRepresentatives(deps.table, entityId);
  return people.map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => termEmails(recipient).entityResidencyEnding(facts),
  }));
}

/** The end relative to the time of sending, which may be a day after the email was requested. */
function endAt(endsAt: string, { now }: Pick<MailDeps, 'now'>) {
  const at = now().toISOString();
  return { endsAt, daysLeft: daysUntil(endsAt, at), hasEnded: endsAt <= at };
}
