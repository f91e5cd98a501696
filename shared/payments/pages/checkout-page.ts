import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, instant, money, notice } from '../../kernel/pages/text.ts';
import { type CheckoutStatus, checkoutLifetime } from '../domain/checkout-session.ts';
import { type PaymentProviderName, successUrl } from '../domain/payment.ts';
import { checkoutPageTexts, paymentMethodTexts } from '../texts/index.ts';

/** The names of the providers on whose pages people pay. */
export const providerLabels: Readonly<Record<PaymentProviderName, string>> = {
  cardpay: 'CardPay',
  'cardpay-crypto': 'CardPay Crypto',
  lnpay: 'LNPay',
  'chainpay-ptc': 'ChainPay PTC',
};

/** The payment methods, as named for payers. */
export function paymentMethods(context: Localized): Readonly<Record<PaymentProviderName, string>> {
  return methodTextsFor(context);
}

export interface CheckoutPageOptions {
  /** `paid`: also by other means; `void`: the invoice is no longer due. */
  readonly status: CheckoutStatus | 'void';
  readonly provider: PaymentProviderName;
  readonly redirectUrl: string;
  readonly expiresAt: string;
  /** The item to pay for. */
  readonly words: {
    readonly fee: string;
    readonly kicker: string;
    readonly item: { readonly text: string; readonly name: string };
    /** The next step after the payment. */
    readonly next: string;
  };
  readonly invoice: { readonly amountCents: number; readonly currency: string };
  readonly csrfToken: string;
  readonly errors?: FieldErrors;
}

const textsFor = byLocale(checkoutPageTexts);
const methodTextsFor = byLocale(paymentMethodTexts);

/** The item, the amount, the provider and, if it can be paid, the payment button. */
export function checkoutPage(context: PageContext, options: CheckoutPageOptions): Html {
  const { status, words: paid, errors = {} } = options;
  const payable = status === 'open' || status === 'started';
  return layout(
    context,
    {
      title: textsFor(context).titles[status](paid.fee),
      kicker: paid.kicker,
      before: errorSummary(errors, context),
    },
    [
      payable ? offer(context, options) : outcome(context, options),
      particulars(context, options, payable),
    ].concat(payable ? choice(context, options) : wayBack(context, options)),
  );
}

function offer(context: PageContext, { status, provider, redirectUrl }: CheckoutPageOptions): Html {
  const texts = textsFor(context);
  const name = providerLabels[provider];
  return status === 'started'
    ? notice('info', texts.started, html`<p>${texts.startedText(name)}</p>`)
    : html`<p class="lead">${texts.lead(name, hostOf(redirectUrl))}</p>`;
}

function particulars(context: PageContext, options: CheckoutPageOptions, payable: boolean): Html {
  const texts = textsFor(context);
  const { words: paid, provider, invoice, expiresAt } = options;
  const { text, name } = paid.item;
  return definitionList([
    [texts.item, [`${text} `, html`<strong>${name}</strong>`]],
    [texts.amount, html`<strong>${money(invoice)}</strong>`],
    payable ? [texts.provider, paymentMethods(context)[provider]] : null,
    payable ? [texts.until, instant(expiresAt, context)] : null,
  ]);
}

function choice(context: PageContext, { csrfToken, provider, invoice }: CheckoutPageOptions): Html {
  const texts = textsFor(context);
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({
        label: texts.pay(money(invoice), providerLabels[provider]),
        name: 'decision',
        value: 'pay',
      }),
      button({ label: texts.cancel, name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function outcome(
  context: PageContext,
  { status, redirectUrl, words: paid }: CheckoutPageOptions,
): Html {
  const texts = textsFor(context);
  const host = hostOf(redirectUrl);
  switch (status) {
    case 'paid':
      return notice('success', texts.received, html`<p>${texts.receivedText(paid.next)}</p>`);
    case 'cancelled':
      return notice('info', texts.cancelled, html`<p>${texts.cancelledText(host)}</p>`);
    case 'expired': {
      const hours = checkoutLifetime / 3_600_000;
      return notice('warning', texts.expired, html`<p>${texts.expiredText(hours, host)}</p>`);
    }
    default:
      return notice('info', texts.withdrawn, html`<p>${texts.withdrawnText}</p>`);
  }
}

function wayBack(context: PageContext, { status, redirectUrl }: CheckoutPageOptions): Html {
  const url = status === 'paid' ? successUrl(redirectUrl) : redirectUrl;
  return html`<p>${linkButton(textsFor(context).back(hostOf(redirectUrl)), url, 'secondary')}</p>`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
