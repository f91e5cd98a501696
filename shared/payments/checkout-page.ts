import {
  button,
  buttons,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
} from '../kernel/pages/form.ts';
import { type Html, html } from '../kernel/pages/html.ts';
import { layout } from '../kernel/pages/layout.ts';
import { inEnglish, type Site } from '../kernel/pages/site.ts';
import { definitionList, instant, money, notice } from '../kernel/pages/text.ts';
import { type CheckoutStatus, checkoutLifetime } from './domain/checkout-session.ts';
import type { PaymentProviderName } from './domain/payment.ts';
import { successUrl } from './domain/return-url.ts';

/** Names of the providers as payers read them. */
export const providerLabels: Readonly<Record<PaymentProviderName, string>> = {
  cardpay: 'CardPay',
  'cardpay-crypto': 'CardPay Crypto',
  lnpay: 'LNPay',
  'chainpay-ptc': 'ChainPay PTC',
};

export interface CheckoutPageOptions {
  /** `paid`: also by other means; `void`: nobody has to pay the invoice any more. */
  readonly status: CheckoutStatus | 'void';
  readonly provider: PaymentProviderName;
  readonly redirectUrl: string;
  readonly expiresAt: string;
  /** What is paid for. */
  readonly words: {
    readonly fee: string;
    readonly kicker: string;
    readonly item: { readonly text: string; readonly name: string };
    /** What comes after the payment. */
    readonly next: string;
  };
  readonly invoice: { readonly amountCents: number; readonly currency: string };
  readonly csrfToken: string;
  readonly errors?: FieldErrors;
}

const titles: Readonly<Record<CheckoutPageOptions['status'], (fee: string) => string>> = {
  open: (fee) => `Pay the ${fee}`,
  started: (fee) => `Pay the ${fee}`,
  paid: () => 'The fee is paid',
  cancelled: () => 'The checkout was cancelled',
  expired: () => 'The checkout has expired',
  void: () => 'There is nothing to pay',
};

/** What is paid, how much and with whom; and, while it can be paid, the way to the provider. */
export function checkoutPage(site: Site, options: CheckoutPageOptions): Html {
  const { status, words, errors = {} } = options;
  const payable = status === 'open' || status === 'started';
  return layout(
    inEnglish(site),
    {
      title: titles[status](words.fee),
      kicker: words.kicker,
      before: errorSummary(errors),
    },
    [payable ? offer(options) : outcome(options), particulars(options, payable)].concat(
      payable ? choice(options) : wayBack(options),
    ),
  );
}

function offer({ status, provider, redirectUrl }: CheckoutPageOptions): Html {
  const name = providerLabels[provider];
  return status === 'started'
    ? notice(
        'info',
        'A payment has been started',
        html`<p>If you have paid with ${name} already, there is nothing more to do: the confirmation can take a few minutes. Otherwise you can go on with it.</p>`,
      )
    : html`<p class="lead">The payment itself is made on the page of ${name}. Afterwards you return to ${hostOf(redirectUrl)}.</p>`;
}

function particulars(options: CheckoutPageOptions, payable: boolean): Html {
  const { words, provider, invoice, expiresAt } = options;
  const { text, name } = words.item;
  return definitionList([
    ['For', [`${text} `, html`<strong>${name}</strong>`]],
    ['Amount', html`<strong>${money(invoice)}</strong>`],
    payable ? ['Payment with', providerLabels[provider]] : null,
    payable ? ['To be paid until', instant(expiresAt)] : null,
  ]);
}

function choice({ csrfToken, provider, invoice }: CheckoutPageOptions): Html {
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({
        label: `Pay ${money(invoice)} with ${providerLabels[provider]}`,
        name: 'decision',
        value: 'pay',
      }),
      button({ label: 'Cancel', name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function outcome({ status, redirectUrl, words }: CheckoutPageOptions): Html {
  switch (status) {
    case 'paid':
      return notice(
        'success',
        'Payment received',
        html`<p>${words.next} Nothing more has to be paid.</p>`,
      );
    case 'cancelled':
      return notice(
        'info',
        'Nothing was paid here',
        html`<p>To pay after all, open a new checkout at ${hostOf(redirectUrl)}.</p>`,
      );
    case 'expired':
      return notice(
        'warning',
        'This checkout is closed',
        html`<p>A checkout is open for ${checkoutLifetime / 3_600_000} hours. To pay, open a new one at ${hostOf(redirectUrl)}.</p>`,
      );
    default:
      return notice('info', 'The invoice was withdrawn', html`<p>Nobody has to pay it.</p>`);
  }
}

function wayBack({ status, redirectUrl }: CheckoutPageOptions): Html {
  const url = status === 'paid' ? successUrl(redirectUrl) : redirectUrl;
  return html`<p>${linkButton(`Return to ${hostOf(redirectUrl)}`, url, 'secondary')}</p>`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
