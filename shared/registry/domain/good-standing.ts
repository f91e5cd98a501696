import type { TaxState } from '../../kernel/domain/legal-entity.ts';
import { entityPeriods, isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';

/** The part of a legal entity that its status and its standing follow from. */
export interface StandingFacts {
  readonly optionId: string;
  readonly dissolutionDate: string | null;
  readonly residency: ResidencyPeriod;
  readonly taxState: TaxState;
  /** Present where its registration was annulled. */
  readonly annulment?: object | undefined;
}

/** Statuses of a legal entity, which anyone may know. `pending`: its residency begins on a day to come. */
export const entityStatuses = ['active', 'pending', 'expired', 'dissolved', 'annulled'] as const;
export type EntityStatus = (typeof entityStatuses)[number];

/** The status now: `active` while its residency is, unless it is dissolved or annulled. Taxes have no part in it. */
export function entityStatus(
  entity: Omit<StandingFacts, 'taxState' | 'optionId'>,
  now: string,
): EntityStatus {
  const { annulment, dissolutionDate, residency } = entity;
  if (annulment !== undefined) return 'annulled';
  if (dissolutionDate !== null && dissolutionDate <= now) return 'dissolved';
  if (entityPeriods(entity).some((period) => isActive(period, now))) return 'active';
  return residency.effectiveDate > now ? 'pending' : 'expired';
}

/** Whether its taxes are paid; null: that is not known, which is not "paid". */
export function taxesPaid({ taxState }: Pick<StandingFacts, 'taxState'>): boolean | null {
  return compliance[taxState];
}

const compliance: Readonly<Record<TaxState, boolean | null>> = {
  current: true,
  overdue: false,
  unknown: null,
};

/** Whether the entity is in good standing: active, and its taxes paid. Null: active, and it is not known whether they are. */
export function goodStanding(entity: StandingFacts, now: string): boolean | null {
  return entityStatus(entity, now) === 'active' && taxesPaid(entity);
}

/** Why an entity can have no Certificate of Good Standing. */
export type Ineligibility = 'not_eligible_entity_type' | 'not_in_good_standing';

/**
 * Whether an entity can request a Certificate of Good Standing (spec 2.8). `taxCompliant` is null when that is
 * not known, or does not matter; null is not "clear".
 */
export interface Eligibility {
  readonly eligible: boolean;
  readonly reason: Ineligibility | null;
  readonly taxCompliant: boolean | null;
}

/** Options whose entities can have the certificate. */
const certifiable: ReadonlySet<string> = new Set(['llc', 'for_profit_corp']);

/** The entity's eligibility for a certificate, from its status and taxes. */
export function eligibilityOf(entity: StandingFacts, now: string): Eligibility {
  if (!certifiable.has(entity.optionId)) {
    return { eligible: false, reason: 'not_eligible_entity_type', taxCompliant: null };
  }
  if (entityStatus(entity, now) !== 'active') {
    return { eligible: false, reason: 'not_in_good_standing', taxCompliant: null };
  }
  return { eligible: true, reason: null, taxCompliant: taxesPaid(entity) };
}

/** Whether its good standing can be certified without a review: by a certificate, or by a credential. */
export function isCertain(entity: StandingFacts, now: string): boolean {
  return certifiable.has(entity.optionId) && goodStanding(entity, now) === true;
}

/** The status of an entity, as its representatives see it. */
const entityStandings = [
  'annulled',
  'dissolved',
  'pending',
  'expired',
  'without_certificate',
  'taxes_overdue',
  'taxes_unknown',
  'good',
] as const;
export type EntityStanding = (typeof entityStandings)[number];

/** Its status, and of an active one whether it is in good standing. `without_certificate`: it is, but its type has no certificate. */
export function entityStanding(entity: StandingFacts, now: string): EntityStanding {
  const status = entityStatus(entity, now);
  if (status !== 'active') return status;
  const paid = taxesPaid(entity);
  if (paid === null) return 'taxes_unknown';
  if (!paid) return 'taxes_overdue';
  return certifiable.has(entity.optionId) ? 'good' : 'without_certificate';
}
