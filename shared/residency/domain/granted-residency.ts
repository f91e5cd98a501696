import type { GrantedResidency, ReplacedResidencies } from '../../people/domain/person.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import type { AppliedResidency } from './residency-application-state.ts';

/** The residency of an approval: the displayed type, and its years; null: it does not expire. */
const grants: Readonly<
  Record<AppliedResidency, { readonly residencyType: ResidencyType; readonly years: number | null }>
> = {
  limited_e_resident: { residencyType: 'Limited e-Resident', years: null },
  e_resident: { residencyType: 'e-Resident', years: 1 },
  resident_annual: { residencyType: 'Resident', years: 1 },
};

/** From the one that allows least to the one that allows most. */
const ranks: readonly ResidencyType[] = ['Limited e-Resident', 'e-Resident', 'Resident'];

/** The residency that was applied for, as displayed. */
export function appliedResidencyType(applied: AppliedResidency): ResidencyType {
  return grants[applied].residencyType;
}

type Residency = ResidencyPeriod & { readonly residencyType: ResidencyType };

/**
 * The residency that an approval at `now` grants. It begins immediately. Its year is counted from the end of a residency of the
 * same type that is still running, so an early renewal loses nothing.
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

/** Whether the approval would end a running residency that allows more. */
export function isStepDown(
  applied: AppliedResidency,
  running: Residency | null,
  now: string,
): boolean {
  if (running === null || !isActive(running, now)) return false;
  return ranks.indexOf(running.residencyType) > ranks.indexOf(grants[applied].residencyType);
}

/** The same day and time in a later year; of a 29 February without one, 1 March. */
function yearsAfter(from: string, years: number): string {
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

/** A residency with what its grant replaced; absent if it was imported. */
type Granted = GrantedResidency & { readonly replaced?: ReplacedResidencies | undefined };

/** A person's residencies after the annulment of one. */
interface AnnulledGrant<R> {
  /** The grant that is annulled: it was never active. */
  readonly annulled: R;
  /** Earlier ones that are given back the end that the grant took. */
  readonly restored: readonly R[];
  /** The person's last residency. */
  readonly last: R;
}

/**
 * The residencies after the last grant was annulled. That grant ends on the day it began, and the residencies that it ended get
 * their previous ends again, unless they were ended earlier since. The one before it becomes the last one. If that one is
 * missing or annulled, the annulled grant stays the last, marked as annulled.
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
    // As `endedByGrant` has set it.
    const [, taken] = [earlier.effectiveDate, grant.effectiveDate].toSorted();
    return earlier.terminationDate === taken ? [{ ...earlier, terminationDate }] : [];
  });
  const others = residencies.filter(({ id }) => id !== grant.id);
  // An imported one doesn't say: then it is the newest of the others.
  const before =
    replaced === undefined ? others.at(-1) : others.find(({ id }) => id === replaced.last);
  const standing = before?.annulment === undefined ? before : undefined;
  return {
    annulled,
    restored,
    last: restored.find(({ id }) => id === standing?.id) ?? standing ?? annulled,
  };
}

/** A resident's signed agreement, and their status now. */
export interface VerifiedAgreement {
  readonly residentName: string;
  readonly residentPermitNumber: string;
  /** As displayed. */
  readonly residencyType: string;
  readonly version: string;
  /** ISO 8601, like the other instants. */
  readonly effectiveDate: string;
  readonly signedAt: string;
  readonly issuedAt: string;
  /** The PDF's SHA-256, hexadecimal. */
  readonly sha256: string;
  /** Whether they have a residency now, be it this one or another. */
  readonly active: boolean;
  /** Since when the residency that it was signed for is annulled; null: it is not. */
  readonly annulledAt: string | null;
}
