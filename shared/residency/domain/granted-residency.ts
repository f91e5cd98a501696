import type { GrantedResidency, ReplacedResidencies } from '../../people/domain/person.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import type { AppliedResidency } from './residency-application-state.ts';

/** The residency that each application type grants. `years` is null if it does not expire. */
const grants: Readonly<
  Record<AppliedResidency, { readonly residencyType: ResidencyType; readonly years: number | null }>
> = {
  limited_e_resident: { residencyType: 'Limited e-Resident', years: null },
  e_resident: { residencyType: 'e-Resident', years: 1 },
  resident_annual: { residencyType: 'Resident', years: 1 },
};

/** In ascending order of rights. */
const ranks: readonly ResidencyType[] = ['Limited e-Resident', 'e-Resident', 'Resident'];

export function appliedResidencyType(applied: AppliedResidency): ResidencyType {
  return grants[applied].residencyType;
}

type Residency = ResidencyPeriod & { readonly residencyType: ResidencyType };

/**
 * The residency that an approval at `now` grants. It begins immediately. Its term starts at the end of a current
 * residency of the same type, so early renewal loses no time.
 */
export function grantedResidency(
  applied: AppliedResidency,
  running: Residency | null,
  now: string,
): Residency {
  const { residencyType, years } = grants[applied];
  const renewed =
    running?.residencyType === residencyType && isActive(running, now) ? running : null;
  const endless = years === null || (renewed !== null && renewed.terminationDate === null);
  const from = renewed?.terminationDate ?? now;
  return {
    residencyType,
    effectiveDate: now,
    terminationDate: endless ? null : yearsAfter(from, years),
  };
}

/** Whether the approval would end a current residency with more rights. */
export function isStepDown(
  applied: AppliedResidency,
  running: Residency | null,
  now: string,
): boolean {
  if (running === null || !isActive(running, now)) return false;
  return ranks.indexOf(running.residencyType) > ranks.indexOf(grants[applied].residencyType);
}

/** The same day and time in a later year; 1 March instead of a missing 29 February. */
function yearsAfter(from: string, years: number): string {
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

/** A residency with the ones that its grant replaced; absent if it was imported. */
type Granted = GrantedResidency & { readonly replaced?: ReplacedResidencies | undefined };

/** A person's residencies after the annulment of one. */
interface AnnulledGrant<R> {
  /** The annulled grant, which was never in effect. */
  readonly annulled: R;
  /** Earlier residencies whose previous end is restored. */
  readonly restored: readonly R[];
  readonly last: R;
}

/**
 * The residencies after the last grant is annulled. The grant ends on the day it began, and residencies that it ended
 * get their previous end back, unless they have been ended earlier since. The previous residency becomes the last one;
 * if it is missing or annulled, the annulled grant stays last, marked as annulled.
 */
export function annulledGrant<R extends Granted>(
  residencies: readonly R[],
  grant: R,
  annulment: NonNullable<R['annulment']>,
): AnnulledGrant<R> {
  const annulled = { ...grant, terminationDate: grant.effectiveDate, annulment };
  const { replaced } = grant;
  const restored = (replaced?.ended ?? []).flatMap(({ id, terminationDate }) => {
    const earlier = residencies.find((each) => each.id === id);
    if (earlier === undefined) return [];
    // The end that `endedByGrant` sets.
    const [, taken] = [earlier.effectiveDate, grant.effectiveDate].toSorted();
    return earlier.terminationDate === taken ? [{ ...earlier, terminationDate }] : [];
  });
  const others = residencies.filter(({ id }) => id !== grant.id);
  // An imported residency does not say which it replaced: take the newest of the others.
  const before =
    replaced === undefined ? others.at(-1) : others.find(({ id }) => id === replaced.last);
  const standing = before?.annulment === undefined ? before : undefined;
  return {
    annulled,
    restored,
    last: restored.find(({ id }) => id === standing?.id) ?? standing ?? annulled,
  };
}

/** A resident's signed agreement, and their current status. */
export interface VerifiedAgreement {
  readonly residentName: string;
  readonly residentPermitNumber: string;
  readonly residencyType: string;
  readonly version: string;
  /** ISO 8601, like the other instants. */
  readonly effectiveDate: string;
  readonly signedAt: string;
  readonly issuedAt: string;
  /** SHA-256 of the PDF, in hexadecimal. */
  readonly sha256: string;
  /** Whether the person has any residency now. */
  readonly active: boolean;
  /** When the residency of the agreement was annulled; null if it was not. */
  readonly annulledAt: string | null;
}
