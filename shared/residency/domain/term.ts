import { daysUntil } from '../../kernel/domain/dates.ts';
import type { GrantedResidency } from '../../people/domain/person.ts';
import type { ResidencyPeriod } from '../../people/domain/residency.ts';

interface NamedTerm extends Term {
  /** The residency's id, or the entity's. */
  readonly termId: string;
}

/**
 * The term whose end a person is notified of: that of the last grant, because a renewal replaces the previous residency. Null
 * without an end, for an annulled grant, and while the account is deactivated: nobody could sign in to see more.
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

/** The same for a legal entity; a dissolved one is notified of nothing. */
export function termOfEntity(entity: {
  readonly id: string;
  readonly dissolutionDate: string | null;
  readonly residency: ResidencyPeriod;
}): NamedTerm | null {
  const { id: termId, dissolutionDate, residency } = entity;
  const { effectiveDate: since, terminationDate: endsAt } = residency;
  return dissolutionDate !== null || endsAt === null ? null : { termId, since, endsAt };
}

/** That a residency must be renewed: when it ends, in how many days, and who has applied for it. */
export interface Renewal {
  readonly endsAt: string;
  /** Negative: so many days ago. */
  readonly daysLeft: number;
  readonly hasEnded: boolean;
  /** The partner by name; null if none applied, or it is no longer active. */
  readonly partner: string | null;
}

/** How many UTC days before a term ends its holders are notified, and on the day itself. From the first to the last. */
export const noticeSteps = [60, 30, 7, 0] as const;
export type NoticeStep = (typeof noticeSteps)[number];

/** For so many days after the end, a missed notice of the day itself is still sent, but not later. */
export const madeUpDays = 7;

/** A residency, from its beginning to its end. Instants in UTC. */
export interface Term {
  readonly since: string;
  readonly endsAt: string;
}

/**
 * The notice that is due: the last whose day has come. Null before the first, when the end is long past, and where that day came
 * before the term began: who is given thirty days isn't told on the first of them that there are thirty. Days without a run leave
 * notices out; none comes twice.
 */
export function dueNotice({ since, endsAt }: Term, now: string): NoticeStep | null {
  const left = daysUntil(endsAt, now);
  if (left < -madeUpDays) return null;
  const step = noticeSteps.findLast((days) => left <= days);
  return step === undefined || daysUntil(endsAt, since) < step ? null : step;
}
