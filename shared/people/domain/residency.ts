/**
 * A period of residency. Instants are ISO 8601 in UTC with milliseconds, so they compare as text.
 * `terminationDate` is exclusive; null means without end.
 */
export interface ResidencyPeriod {
  readonly effectiveDate: string;
  readonly terminationDate: string | null;
}

/** Residency types of natural persons, as displayed. */
export const residencyTypes = ['Resident', 'e-Resident', 'Limited e-Resident'] as const;
export type ResidencyType = (typeof residencyTypes)[number];

/** Whether the period covers `now` (spec 4.13: current and not expired). */
export function isActive(period: ResidencyPeriod, now: string): boolean {
  const { effectiveDate, terminationDate } = period;
  return effectiveDate <= now && (terminationDate === null || now < terminationDate);
}

/**
 * The earlier residency after a new one was granted: it ends when the new one begins, at the
 * latest.
 */
export function endedBy<P extends ResidencyPeriod>(earlier: P, effectiveDate: string): P {
  const { terminationDate } = earlier;
  if (terminationDate !== null && terminationDate <= effectiveDate) return earlier;
  return { ...earlier, terminationDate: effectiveDate };
}

/**
 * The periods during which a legal entity is a resident: its residency, cut off by a dissolution.
 */
export function entityPeriods(entity: {
  readonly residency: ResidencyPeriod;
  readonly dissolutionDate: string | null;
}): readonly ResidencyPeriod[] {
  const { residency, dissolutionDate } = entity;
  return [dissolutionDate === null ? residency : endedBy(residency, dissolutionDate)];
}
