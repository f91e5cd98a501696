import { entityPeriods, isActive } from '../../people/domain/residency.ts';
import { eligibilityOf, type StandingFacts } from './good-standing.ts';

/** How an entity stands, as those who represent it are told. */
export const entityStandings = [
  'annulled',
  'dissolved',
  'not_begun',
  'ended',
  'without_certificate',
  'taxes_overdue',
  'taxes_unknown',
  'good',
] as const;
export type EntityStanding = (typeof entityStandings)[number];

/**
 * The standing at this moment: the first of them that is so. `without_certificate`: all is well, but for its type there is no
 * certificate. Taxes speak against a certificate, and do not end the standing.
 */
export function entityStanding(
  entity: StandingFacts & { readonly annulment?: object | undefined },
  now: string,
): EntityStanding {
  const { annulment, dissolutionDate, residency, taxState } = entity;
  if (annulment !== undefined) return 'annulled';
  if (dissolutionDate !== null && dissolutionDate <= now) return 'dissolved';
  if (!entityPeriods(entity).some((period) => isActive(period, now))) {
    return residency.effectiveDate > now ? 'not_begun' : 'ended';
  }
  if (!eligibilityOf(entity, now).eligible) return 'without_certificate';
  if (taxState === 'current') return 'good';
  return taxState === 'overdue' ? 'taxes_overdue' : 'taxes_unknown';
}
