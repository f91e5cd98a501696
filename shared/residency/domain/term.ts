import { daysUntil } from '../../kernel/domain/dates.ts';
import type { GrantedResidency } from '../../people/domain/person.ts';
import type { ResidencyPeriod } from '../../people/domain/residency.ts';

interface NamedTerm extends Term {
  /** The id of the residency or the entity. */
  readonly termId: string;
}

/**
 * The term whose end a person is notified of: that of the last grant, because a renewal replaces the previous
 * residency. Null without an end date, for an annulled grant, and for a deactivated account, whose holder can't sign
 * in.
 */
export function termOfPerson(person: {
  readonly status: 'active' | 'deactivated';
  readonly residency: Pick<GrantedResidency, 'id' | 'annulment' | keyof ResidencyPeriod> | null;
}): NamedTerm | null {
  const { status, residency } = person;
  if (status !== 'active' || residency === null || residency.annulment) return null;
  const { id: termId, effectiveDate: since, terminationDate: endsAt } = residency;
  return endsAt === null ? null : { termId, since, endsAt };
}

/** The same for a legal entity; null for a dissolved one. */
export function termOfEntity(entity: {
  readonly id: string;
  readonly dissolutionDate: string | null;
  readonly residency: ResidencyPeriod;
}): NamedTerm | null {
  const { id: termId, dissolutionDate, residency } = entity;
  const { effectiveDate: since, terminationDate: endsAt } = residency;
  return dissolutionDate !== null || endsAt === null ? null : { termId, since, endsAt };
}

/** An upcoming or missed renewal of a residency. */
export interface Renewal {
  readonly endsAt: string;
  /** Negative after the end. */
  readonly daysLeft: number;
  readonly hasEnded: boolean;
  /** The name of the partner that applied; null if none did or it is no longer active. */
  readonly partner: string | null;
}

/** On which days before the end of a term its holder is notified (UTC), including the day itself; earliest first. */
export const noticeSteps = [60, 30, 7, 0] as const;
export type NoticeStep = (typeof noticeSteps)[number];

/** For this many days after the end, a missed notice of the last day is still sent. */
export const madeUpDays = 7;

/** The term of a residency. Instants in UTC. */
export interface Term {
  readonly since: string;
  readonly endsAt: string;
}

/**
 * The notice to send: the latest one that is due. Null before the first, long after the end, and if its day was before
 * the term began, so that a 30-day term does not start with a notice. Days without a run skip notices; none is sent
 * twice.
 */
export function dueNotice({ since, endsAt }: Term, now: string): NoticeStep | null {
  const left = daysUntil(endsAt, now);
  if (left < -madeUpDays) return null;
  const step = noticeSteps.findLast((days) => left <= days);
  return step === undefined || daysUntil(endsAt, since) < step ? null : step;
}
