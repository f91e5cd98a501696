import type { OperatorAct } from './operator-approval.ts';

/** The setting: the actions that need a second operator. */
export interface OperatorApprovals {
  /**
   * Vouchers above this amount in cents, and those without an amount, need approval; null: no
   * voucher does.
   */
  readonly vouchersAbove: number | null;
  readonly representatives: boolean;
  readonly emailAddresses: boolean;
  readonly permitNumbers: boolean;
  readonly taxState: boolean;
  readonly keys: boolean;
  readonly identityVerifications: boolean;
  readonly staff: boolean;
  /** Roles whose sessions are named after the person. */
  readonly namedRoles: readonly string[];
}

/** A voucher with an amount above the limit, or without an amount (percent or full). */
export function voucherAct(
  { kind, value }: { readonly kind: string; readonly value?: number | null | undefined },
  { vouchersAbove }: OperatorApprovals,
): OperatorAct | null {
  if (vouchersAbove === null) return null;
  return kind === 'amount' && (value ?? 0) <= vouchersAbove ? null : 'vouchers';
}

/** A new entity has a number, a tax state, and perhaps representatives from the start. */
export function newEntityAct(
  { representatives = [] }: { readonly representatives?: readonly string[] | undefined },
  setting: OperatorApprovals,
): OperatorAct | null {
  if (setting.permitNumbers) return 'permit_numbers';
  if (setting.representatives && representatives.length > 0) return 'representatives';
  return setting.taxState ? 'tax_state' : null;
}

/** A change of an entity's taxes, or of the time when its number is active. */
export function revisedEntityAct(
  {
    taxState,
    residency,
    dissolutionDate,
  }: {
    readonly taxState?: unknown;
    readonly residency?: unknown;
    readonly dissolutionDate?: unknown;
  },
  setting: OperatorApprovals,
): OperatorAct | null {
  if (setting.taxState && taxState !== undefined) return 'tax_state';
  const ofNumber = residency !== undefined || dissolutionDate !== undefined;
  return setting.permitNumbers && ofNumber ? 'permit_numbers' : null;
}

/**
 * Whether imports are disabled, because they could do in bulk what otherwise needs a second
 * operator.
 */
export function closesImports(setting: OperatorApprovals): boolean {
  const { representatives, emailAddresses, permitNumbers, taxState } = setting;
  return representatives || emailAddresses || permitNumbers || taxState;
}
