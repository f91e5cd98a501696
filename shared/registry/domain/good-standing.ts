import type { TaxState } from '../../kernel/domain/legal-entity.ts';
import { entityPeriods, isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';

/** The fields of a legal entity that determine its status and good standing. */
export interface StandingFacts {
  readonly optionId: string;
  readonly dissolutionDate: string | null;
  readonly residency: ResidencyPeriod;
  readonly taxState: TaxState;
  /** Present if its registration was annulled. */
  readonly annulment?: object | undefined;
}

/** Public statuses of a legal entity. `pending`: its residency begins in the future. */
export const entityStatuses = ['active', 'pending', 'expired', 'dissolved', 'annulled'] as const;
export type EntityStatus = (typeof entityStatuses)[number];

/** The current status: `active` while its residency is, unless dissolved or annulled. Independent of taxes. */
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

/** Whether its taxes are paid; null if unknown, which must not be treated as paid. */
export function taxesPaid({ taxState }: Pick<StandingFacts, 'taxState'>): boolean | null {
  return compliance[taxState];
}

const compliance: Readonly<Record<TaxState, boolean | null>> = {
  current: true,
  overdue: false,
  unknown: null,
};

/**
 * Whether the entity is in good standing: active, with its taxes paid. Null if it is active and its taxes are unknown.
 */
export function goodStanding(entity: StandingFacts, now: string): boolean | null {
  return entityStatus(entity, now) === 'active' && taxesPaid(entity);
}

/** Why an entity can't have a Certificate of Good Standing. */
export type Ineligibility = 'not_eligible_entity_type' | 'not_in_good_standing';

/**
 * Whether an entity can request a Certificate of Good Standing (spec 2.8). `taxCompliant` is null if unknown or
 * irrelevant; null must not be treated as compliant.
 */
export interface Eligibility {
  readonly eligible: boolean;
  readonly reason: Ineligibility | null;
  readonly taxCompliant: boolean | null;
}

/** Options whose entities can have the certificate. */
const certifiable: ReadonlySet<string> = new Set(['llc', 'for_profit_corp']);

export function eligibilityOf(entity: StandingFacts, now: string): Eligibility {
  if (!certifiable.has(entity.optionId)) {
    return { eligible: false, reason: 'not_eligible_entity_type', taxCompliant: null };
  }
  if (entityStatus(entity, now) !== 'active') {
    return { eligible: false, reason: 'not_in_good_standing', taxCompliant: null };
  }
  return { eligible: true, reason: null, taxCompliant: taxesPaid(entity) };
}

/** Whether its good standing can be certified, by certificate or credential, without a review. */
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

/**
 * The entity's status and, if active, its good standing. `without_certificate`: in good standing, but its type has no
 * certificate.
 */
export function entityStanding(entity: StandingFacts, now: string): EntityStanding {
  const status = entityStatus(entity, now);
  if (status !== 'active') return status;
  const paid = taxesPaid(entity);
  if (paid === null) return 'taxes_unknown';
  if (!paid) return 'taxes_overdue';
  return certifiable.has(entity.optionId) ? 'good' : 'without_certificate';
}
