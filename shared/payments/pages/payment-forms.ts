import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  type FieldErrors,
  fieldset,
  form,
  linkButton,
  radio,
  textField,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { PageRefresh } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { instant, money, notice } from '../../kernel/pages/text.ts';
import { invoicePath } from '../contracts/payment-contract.ts';
import type { PaymentProgress, PaymentProviderName } from '../domain/payment.ts';
import { paymentFormsTexts } from '../texts/index.ts';
import { paymentMethods, providerLabels } from './checkout-page.ts';

const textsFor = byLocale(paymentFormsTexts);

/** How many times a page refreshes while it waits for a confirmation: every three seconds for a minute. */
const refreshes = 20;

export interface PaymentForms {
  readonly csrfToken: string;
  readonly formId: string;
  /** The forms' URL. */
  readonly action: string;
  readonly amount: { readonly amountCents: number; readonly currency: string };
  /** The payment providers available for online payment. */
  readonly providers: readonly PaymentProviderName[];
  readonly progress: PaymentProgress;
  /** The number of refreshes so far. */
  readonly waited?: number;
  /** As last submitted. */
  readonly voucherCode?: string;
  readonly errors?: FieldErrors;
}

/** The same, without the fields that the item's page sets. */
export type PageForms = Pick<
  PaymentForms,
  'formId' | 'providers' | 'waited' | 'voucherCode' | 'errors'
>;

/** The amount and the payment forms; only the amount while a payment is being confirmed. */
export function paymentForms(context: PageContext, options: PaymentForms): Content {
  const { csrfToken, formId, action, amount, providers, voucherCode = '', errors = {} } = options;
  const texts = textsFor(context);
  const { progress } = options;
  if (progress.kind === 'under_way') return underWay(context, progress, options);
  const hidden = html`<input type="hidden" name="formId" value="${formId}">`;
  const methods = paymentMethods(context);
  return [
    progress.kind === 'nothing_paid' &&
      notice('info', texts.nothingPaid, html`<p>${texts.nothingPaidText}</p>`),
    html`<h2 id="pay">${texts.heading}</h2>
<p>${texts.fee} <strong>${money(amount)}</strong>.</p>`,
    providers.length > 0 &&
      form({ csrfToken, action }, [
        hidden,
        fieldset(
          texts.payWith,
          providers.map((provider, index) =>
            radio({
              name: 'provider',
              id: `provider-${provider}`,
              value: provider,
              label: methods[provider],
              checked: index === 0,
            }),
          ),
        ),
        button({ label: texts.payOnline, name: 'act', value: 'checkout' }),
      ]),
    html`<h3>${texts.haveVoucher}</h3>`,
    form({ csrfToken, action }, [
      hidden,
      textField({
        name: 'voucherCode',
        label: texts.code,
        hint: texts.hint,
        value: voucherCode,
        error: errors['voucherCode'],
        autocomplete: 'off',
        spellcheck: false,
      }),
      button({ label: texts.withVoucher, name: 'act', value: 'voucher', kind: 'secondary' }),
    ]),
  ];
}

function underWay(
  context: PageContext,
  { provider, url }: Extract<PaymentProgress, { readonly kind: 'under_way' }>,
  { csrfToken, formId, action, waited = 0 }: PaymentForms,
): Content {
  const texts = textsFor(context);
  const name = providerLabels[provider];
  return [
    notice(
      'info',
      texts.underWay(name),
      html`<p>${texts.underWayText(name)} ${waited < refreshes ? texts.refreshes : texts.later}</p>`,
    ),
    url !== null &&
      html`<details><summary>${texts.notFinished}</summary>
<p>${texts.notFinishedText(name)}</p>
${form({ csrfToken, action }, [
  html`<input type="hidden" name="formId" value="${formId}">`,
  buttons(
    linkButton(texts.back(name), url, 'secondary'),
    button({ label: texts.cancel, name: 'act', value: 'cancel', kind: 'secondary' }),
  ),
])}</details>`,
  ];
}

/** The paid amount and the link to the receipt; null while unpaid. */
export function paidLine(context: PageContext, progress: PaymentProgress): Html | null {
  if (progress.kind !== 'paid') return null;
  const texts = textsFor(context);
  return html`<p>${texts.paid(money(progress), instant(progress.paidAt, context))} <a href="${href(context, invoicePath(progress.id))}">${texts.receipt}</a></p>`;
}

/** How the page at `path` refreshes for a minute to wait for the confirmation; undefined if none is expected. */
export function refreshOf(
  progress: PaymentProgress,
  path: string,
  waited = 0,
): PageRefresh | undefined {
  if (progress.kind !== 'under_way' || waited >= refreshes) return undefined;
  return { seconds: 3, to: `${path}?waited=${waited + 1}` };
}

/** The number of refreshes so far, from the page's query; 0 for invalid values. */
export function waitedOf({ waited = '' }: { readonly waited?: string | undefined }): number {
  return /^\d{1,3}$/.test(waited) ? Number(waited) : 0;
}
