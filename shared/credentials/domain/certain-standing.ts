import type { Annulment } from '../../kernel/domain/annulment.ts';
import { eligibilityOf, type StandingFacts } from '../../registry/domain/good-standing.ts';

/**
 * Whether an entity's good standing may be said without anybody looking at it: it would have its certificate at once. Where taxes are
 * overdue, or nothing is known of them, a reviewer decides on the certificate, and there is no credential.
 */
export function hasCertainStanding(
  entity: StandingFacts & { readonly annulment?: Annulment | undefined },
  now: string,
): boolean {
  return entity.annulment === undefined && eligibilityOf(entity, now).taxCompliant === true;
}
