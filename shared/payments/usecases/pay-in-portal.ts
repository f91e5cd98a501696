import type { Effect } from '../../kernel/db/effects.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { href } from '../../kernel/pages/page-context.ts';
import type { PageComplaint } from '../contracts/payment-contract.ts';
import type { CheckoutSubjectType } from '../db/checkout-sessions.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import { type PaymentProviderName, paymentProviders } from '../domain/payment.ts';
import { startCheckout } from './checkout.ts';
import { payByVoucher } from './pay-by-voucher.ts';
import type { Purchase } from './payable.ts';
import { cancelPayments } from './payment-subject.ts';

/** The item paid on a portal page, and how the page shows errors. */
export interface PagePayment {
  readonly type: CheckoutSubjectType;
  readonly purchase: Purchase;
  /** The page, to which the payer returns from a checkout. */
  readonly path: `/${string}`;
  /** For the provider's receipt. */
  readonly email: string | null;
  /** Makes the voucher's form idempotent; null if it may be sent again. */
  readonly effect: Effect | null;
  /** The error next to the form; null for other errors. */
  complaint(error: ApiError): PageComplaint | null;
  /** Whether the error means that the state has changed, so that showing the page again explains it. */
  explains(error: ApiError): boolean;
}

/** The form's action: `checkout` opens one with a provider, `cancel` ends a started payment. */
interface PageChoice {
  readonly act: 'voucher' | 'checkout' | 'cancel';
  readonly provider?: PaymentProviderName | undefined;
  readonly voucherCode: string;
}

/** Where the payer goes next: to the checkout, or back to the page. */
type PageOutcome =
  | { readonly kind: 'goes'; readonly url: string }
  | ({ readonly kind: 'refused' } & PageComplaint);

/** Pays an item of a portal page with a voucher, or opens a checkout for it. Throws errors that the page can't show. */
export async function payInPortal(
  { type, purchase, path, email, effect, complaint, explains }: PagePayment,
  { act, provider, voucherCode: code }: PageChoice,
  deps: PaymentDeps,
): Promise<PageOutcome> {
  try {
    if (act === 'cancel') {
      await cancelPayments(purchase, deps);
      return { kind: 'goes', url: href(deps, path) };
    }
    if (act === 'checkout') {
      if (provider === undefined) return { kind: 'goes', url: href(deps, path) };
      const input = { provider, redirectUrl: deps.baseUrl + path, email };
      const {
        data: { url },
      } = await startCheckout(type, purchase, input, deps);
      return { kind: 'goes', url };
    }
    await payByVoucher(purchase, { code, voucherWord: 'Voucher', effect }, deps);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = complaint(error);
    if (refused !== null) return { kind: 'refused', ...refused };
    if (!explains(error)) throw error;
  }
  return { kind: 'goes', url: href(deps, path) };
}

/** The providers available in this deployment. */
export function openProviders({ payments }: Pick<PaymentDeps, 'payments'>): PaymentProviderName[] {
  return paymentProviders.filter((name) => payments.provider(name) !== null);
}
