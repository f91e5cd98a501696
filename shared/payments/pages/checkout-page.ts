import type { Spoken } from '../../kernel/domain/locale.ts';
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
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
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
export function paymentMethods(reader: Spoken): Readonly<Record<PaymentProviderName, string>> {
  return sayMethod(reader);
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

const say = words(checkoutPageTexts);
const sayMethod = words(paymentMethodTexts);

/** The item, the amount, the provider and, if it can be paid, the payment button. */
export function checkoutPage(site: Site, options: CheckoutPageOptions): Html {
  const { status, words: paid, errors = {} } = options;
  const payable = status === 'open' || status === 'started';
  return layout(
    site,
    {
      title: say(site).titles[status](paid.fee),
      kicker: paid.kicker,
      before: errorSummary(errors, site),
    },
    [
      payable ? offer(site, options) : outcome(site, options),
      particulars(site, options, payable),
    ].concat(payable ? choice(site, options) : wayBack(site, options)),
  );
}

function offer(site: Site, { status, provider, redirectUrl }: CheckoutPageOptions): Html {
  const said = say(site);
  const name = providerLabels[provider];
  return status === 'started'
    ? notice('info', said.started, html`<p>${said.startedText(name)}</p>`)
    : html`<p class="lead">${said.lead(name, hostOf(redirectUrl))}</p>`;
}

function particulars(site: Site, options: CheckoutPageOptions, payable: boolean): Html {
  const said = say(site);
  const { words: paid, provider, invoice, expiresAt } = options;
  const { text, name } = paid.item;
  return definitionList([
    [said.item, [`${text} `, html`<strong>${name}</strong>`]],
    [said.amount, html`<strong>${money(invoice)}</strong>`],
    payable ? [said.provider, paymentMethods(site)[provider]] : null,
    payable ? [said.until, instant(expiresAt, site)] : null,
  ]);
}

function choice(site: Site, { csrfToken, provider, invoice }: CheckoutPageOptions): Html {
  const said = say(site);
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({
        label: said.pay(money(invoice), providerLabels[provider]),
        name: 'decision',
        value: 'pay',
      }),
      button({ label: said.cancel, name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function outcome(site: Site, { status, redirectUrl, words: paid }: CheckoutPageOptions): Html {
  const said = say(site);
  const host = hostOf(redirectUrl);
  switch (status) {
    case 'paid':
      return notice('success', said.received, html`<p>${said.receivedText(paid.next)}</p>`);
    case 'cancelled':
      return notice('info', said.cancelled, html`<p>${said.cancelledText(host)}</p>`);
    case 'expired': {
      const hours = checkoutLifetime / 3_600_000;
      return notice('warning', said.expired, html`<p>${said.expiredText(hours, host)}</p>`);
    }
    default:
      return notice('info', said.withdrawn, html`<p>${said.withdrawnText}</p>`);
  }
}

function wayBack(site: Site, { status, redirectUrl }: CheckoutPageOptions): Html {
  const url = status === 'paid' ? successUrl(redirectUrl) : redirectUrl;
  return html`<p>${linkButton(say(site).back(hostOf(redirectUrl)), url, 'secondary')}</p>`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
