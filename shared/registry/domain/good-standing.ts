import type { TaxState } from '../../kernel/domain/legal-entity.ts';
import { entityPeriods, isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';

/** The part of a legal entity that its standing follows from. */
export interface StandingFacts {
  readonly optionId: string;
  readonly dissolutionDate: string | null;
  readonly residency: ResidencyPeriod;
  readonly taxState: TaxState;
}

/** Why an entity can have no Certificate of Good Standing. */
export type Ineligibility = 'not_eligible_entity_type' | 'not_in_good_standing';

/**
 * Whether an entity can have a Certificate of Good Standing (spec 2.8). `taxCompliant` is null when that is
 * not known, or does not matter; null is not "clear".
 */
export interface Eligibility {
  readonly eligible: boolean;
  readonly reason: Ineligibility | null;
  readonly taxCompliant: boolean | null;
}

/** Options whose entities can have the certificate. */
const certifiable: ReadonlySet<string> = new Set(['llc', 'for_profit_corp']);

const compliance: Readonly<Record<TaxState, boolean | null>> = {
  current: true,
  overdue: false,
  unknown: null,
};

/** Whether the entity is of a type that has a standing, has an active residency and is not dissolved. */
export function isInGoodStanding(entity: Omit<StandingFacts, 'taxState'>, now: string): boolean {
  return certifiable.has(entity.optionId) && isActiveEntity(entity, now);
}

function isActiveEntity(entity: Omit<StandingFacts, 'taxState' | 'optionId'>, now: string) {
  return entityPeriods(entity).some((period) => isActive(period, now));
}

/** What the entity's standing and taxes mean for a certificate at this moment. */
export function eligibilityOf(entity: StandingFacts, now: string): Eligibility {
  if (!certifiable.has(entity.optionId)) {
    return { eligible: false, reason: 'not_eligible_entity_type', taxCompliant: null };
  }
  if (!isActiveEntity(entity, now)) {
    return { eligible: false, reason: 'not_in_good_standing', taxCompliant: null };
  }
  return { eligible: true, reason: null, taxCompliant: compliance[entity.taxState] };
}
