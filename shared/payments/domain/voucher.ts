import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Product } from '../../kernel/domain/product.ts';

/** `full` pays any amount, `percent` a share of it, `amount` a number of cents. */
export const voucherKinds = ['full', 'percent', 'amount'] as const;
export type VoucherKind = (typeof voucherKinds)[number];

export interface VoucherState {
  readonly kind: VoucherKind;
  /** Percent, or cents of `currency`; null for a full voucher. */
  readonly value: number | null;
  readonly currency: string | null;
  /** The products that it can pay for; empty for all. */
  readonly products: readonly Product[];
  readonly expiresAt: string | null;
  readonly redeemedAt: string | null;
  readonly redeemedFor: { readonly type: Product; readonly id: string } | null;
}

export type VoucherStatus = 'unredeemed' | 'redeemed';

/** The transitions of a voucher. Expiry is not a status; it follows from the date. */
export const voucherTransitions: Readonly<
  Record<VoucherStatus, Partial<Record<'redeem', VoucherStatus>>>
> = {
  unredeemed: { redeem: 'redeemed' },
  redeemed: {},
};

export function voucherStatus({ redeemedAt }: Pick<VoucherState, 'redeemedAt'>): VoucherStatus {
  return redeemedAt === null ? 'unredeemed' : 'redeemed';
}

/** Why a voucher is rejected. `not_found`: unknown code. */
export type VoucherRefusal =
  | 'not_found'
  | 'expired'
  | 'already_redeemed'
  | 'not_applicable'
  | 'not_full_coverage';

/** Redeems a voucher for a whole invoice (spec 4.7), once. A voucher that covers only a part is rejected. */
export function redeem<V extends VoucherState>(
  voucher: V | null,
  invoice: {
    readonly amountCents: number;
    readonly currency: string;
    readonly subject: { readonly type: Product; readonly id: string };
  },
  now: string,
): Decision<V, VoucherRefusal> {
  if (voucher === null) return refuse('not_found');
  if (nextState(voucherTransitions, voucherStatus(voucher), 'redeem') === undefined) {
    return refuse('already_redeemed');
  }
  if (voucher.expiresAt !== null && voucher.expiresAt <= now) return refuse('expired');
  const { subject } = invoice;
  if (voucher.products.length > 0 && !voucher.products.includes(subject.type)) {
    return refuse('not_applicable');
  }
  if (!covers(voucher, invoice)) return refuse('not_full_coverage');
  return accept({ ...voucher, redeemedAt: now, redeemedFor: subject });
}

function covers(
  { kind, value, currency }: VoucherState,
  invoice: { readonly amountCents: number; readonly currency: string },
): boolean {
  switch (kind) {
    case 'full':
      return true;
    case 'percent':
      return value === 100;
    case 'amount':
      return currency === invoice.currency && value !== null && value >= invoice.amountCents;
  }
}

/** The limit on unknown codes per owner, to prevent guessing: a voucher is worth a fee. `window` is in milliseconds. */
export const unknownVouchers = { kind: 'unknown_voucher', max: 200, window: 3_600_000 };
