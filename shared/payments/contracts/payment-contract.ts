import * as z from 'zod/mini';
import { canonical, paymentProviderAliases } from '../../kernel/contracts/aliases.ts';
import { ExactEmail } from '../../kernel/contracts/email.ts';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { RedirectUrl } from '../../kernel/contracts/redirect-url.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { paymentResults } from '../../kernel/domain/payment.ts';
import { invoiceStatuses } from '../domain/invoice.ts';
import { type PaymentProviderName, paymentProviders } from '../domain/payment.ts';

/** A provider's name or alias. */
const ProviderName = rule(
  { enum: [...paymentProviders, ...Object.keys(paymentProviderAliases)] },
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((name: string) => canonical(paymentProviderAliases, name)),
      z.enum(paymentProviders),
    ),
  ),
);

const PaymentMethod = z.object({
  asset: z.literal('BTC'),
  network: z.literal('bitcoin'),
  rail: z.literal('lightning'),
});

interface Sent {
  readonly paymentProvider?: PaymentProviderName | undefined;
  readonly paymentMethod?: z.output<typeof PaymentMethod> | undefined;
  readonly redirectUrl: string;
  readonly email?: string | null | undefined;
}

/**
 * Body of `POST …/checkout_session` (spec 4.6). The provider is given directly or by the payment method: exactly one of
 * the two. Output: `{provider, redirectUrl, email}`.
 */
export const OpenCheckout = z.pipe(
  z
    .object({
      paymentProvider: z.optional(ProviderName),
      paymentMethod: z.optional(PaymentMethod),
      redirectUrl: RedirectUrl,
      email: z.optional(z.nullable(ExactEmail)),
    })
    .check(
      rule(
        { oneOf: [{ required: ['paymentProvider'] }, { required: ['paymentMethod'] }] },
        z.superRefine(({ paymentProvider, paymentMethod }, context) => {
          if (paymentProvider === undefined && paymentMethod === undefined) {
            context.addIssue({
              code: 'invalid_type',
              expected: 'string',
              path: ['paymentProvider'],
            });
          }
          if (paymentProvider !== undefined && paymentMethod !== undefined) {
            context.addIssue({
              code: 'custom',
              path: ['paymentMethod'],
              message: 'Must not be sent together with paymentProvider',
            });
          }
        }),
      ),
    ),
  z.transform(({ paymentProvider, redirectUrl, email }: Sent) => ({
    // The only method, used if no provider is given.
    provider: paymentProvider ?? ('lnpay' as const),
    redirectUrl,
    email: email ?? null,
  })),
);
export type OpenCheckout = z.output<typeof OpenCheckout>;

/** The opened session. Amount and expiry are additions to the contract. */
export const OpenedCheckout = z.object({
  data: z.object({
    url: z.url(),
    amountCents: z.int(),
    currency: z.string(),
    expiresAt: OutputInstant,
  }),
  invoiceId: Id,
});

/** The invoice of a product as its payer sees it. Fields other than id and status are additions to the contract. */
export const InvoiceSummary = z.object({
  id: Id,
  statusId: z.enum(invoiceStatuses),
  amountCents: z.int(),
  currency: z.string(),
  paidAt: z.nullable(OutputInstant),
});
export type InvoiceSummary = z.input<typeof InvoiceSummary>;

/** The fields of an invoice that a payer sees; null before it exists. */
export function presentSummary(invoice: InvoiceSummary | null): InvoiceSummary | null {
  if (invoice === null) return null;
  const { id, statusId, amountCents, currency, paidAt } = invoice;
  return { id, statusId, amountCents, currency, paidAt };
}

/** Path of a session's page. The id has 256 random bits. */
export const CheckoutLink = z.object({
  sessionId: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** The form of the page. */
export const CheckoutDecision = z.object({
  decision: z.enum(['pay', 'cancel'], { error: 'Choose whether to pay or to cancel' }),
});

export const WebhookPath = z.object({ provider: z.enum(paymentProviders) });

/** A provider's payment notification, as the sandbox and bridges send it. */
export const PaymentWebhook = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.enum(paymentResults.map((result) => `payment.${result}` as const)),
  data: z.object({
    paymentId: z.string().check(z.minLength(1), z.maxLength(255)),
    reference: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    amountCents: z.int().check(z.gte(0)),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  }),
});

/** The outcome of a notification. */
const webhookOutcomes = [
  'settled',
  'duplicate',
  'refused',
  'unmatched',
  'noted',
  'repeated',
  'ignored',
] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

export const TakenWebhook = z.object({
  received: z.literal(true),
  outcome: z.enum(webhookOutcomes),
});

export const SandboxLink = z.object({
  paymentId: z.string().check(z.regex(/^[\w-]{43}$/)),
});

export const SandboxForm = z.object({
  decision: z.enum(['pay', 'decline', 'cancel'], { error: 'Choose what the payer does' }),
});

const Code = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * Body of `POST …/pay/voucher` on an application (spec 4.7, alias in 9.4). Output: `{ code }` as sent. `voucherCode`
 * takes precedence if both names are sent. Error: 400 `Invalid request body` if neither is sent, or it is empty.
 * Whether the code exists is checked elsewhere.
 */
export const VoucherPayment = z.pipe(
  z.object({ voucherCode: z.optional(Code), couponCode: z.optional(Code) }).check(
    rule(
      { anyOf: [{ required: ['voucherCode'] }, { required: ['couponCode'] }] },
      z.superRefine(({ voucherCode, couponCode }, context) => {
        if (voucherCode !== undefined || couponCode !== undefined) return;
        context.addIssue({ code: 'invalid_type', expected: 'string', path: ['voucherCode'] });
      }),
    ),
  ),
  z.transform(({ voucherCode, couponCode }: { voucherCode?: string; couponCode?: string }) => ({
    code: voucherCode ?? couponCode ?? '',
  })),
);

/** Body of `POST …/pay/coupon`, the deprecated alias (spec 4.8). Output: `{ code }`. */
export const CouponPayment = z.pipe(
  z.object({ couponCode: Code }),
  z.transform(({ couponCode }: { couponCode: string }) => ({ code: couponCode })),
);

/** The forms with which someone pays in the portal, with a voucher or on a provider's page, or cancels a payment that they started. */
export const PayInPortal = z.object({
  act: z.enum(['voucher', 'checkout', 'cancel']),
  formId: FormId,
  voucherCode: z._default(z.string().check(z.maxLength(200)), ''),
  provider: z.optional(z.enum(paymentProviders)),
});
export type PayInPortal = z.output<typeof PayInPortal>;

/**
 * `waited`: how often the page has refreshed itself while a payment is being confirmed. `success`: the reader comes from
 * a checkout. Neither says whether something was paid.
 */
export const PaidQuery = z.object({
  waited: z.optional(z.string()),
  success: z.optional(z.string()),
});

/** The page of an invoice, which is a receipt once it is paid. */
export function invoicePath(invoiceId: string) {
  return `/portal/invoices/${invoiceId}` as const;
}

/** The error that a payer sees beside the form, and the page's status. */
export interface PageComplaint {
  readonly status: 400 | 409 | 429;
  readonly text: string;
}
