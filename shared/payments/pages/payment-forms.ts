import { button, type FieldErrors, form, textField } from '../../kernel/pages/form.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { money } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { providerLabels } from '../checkout-page.ts';
import type { PaymentProviderName } from '../domain/payment.ts';

const say = words({
  en: {
    heading: 'Pay the fee',
    fee: (amount: string) => `The fee is ${amount}.`,
    code: 'Voucher code',
    hint: 'The voucher has to cover the whole fee.',
    withVoucher: 'Pay with the voucher',
    online: 'Or pay online. You come back here afterwards.',
    withProvider: (name: string) => `Pay with ${name}`,
  },
  es: {
    heading: 'Pagar la tasa',
    fee: (amount: string) => `La tasa es de ${amount}.`,
    code: 'Código del vale',
    hint: 'El vale debe cubrir la tasa completa.',
    withVoucher: 'Pagar con el vale',
    online: 'O pague en línea. Después volverá a esta página.',
    withProvider: (name: string) => `Pagar con ${name}`,
  },
});

export interface PaymentForms {
  readonly csrfToken: string;
  readonly formId: string;
  /** Where the forms are sent. */
  readonly action: string;
  readonly amount: { readonly amountCents: number; readonly currency: string };
  /** With whom one can pay online here. */
  readonly providers: readonly PaymentProviderName[];
  /** As it was sent last. */
  readonly voucherCode?: string;
  readonly errors?: FieldErrors;
}

/** The same, as the page of what is paid is given it. */
export interface PageForms
  extends Pick<PaymentForms, 'formId' | 'providers' | 'voucherCode' | 'errors'> {
  /** Whoever reads it has just paid with a provider, which confirms it in the background. */
  readonly paying: boolean;
}

/** What is to be paid, and the forms that pay it: with a voucher, or with each of the providers. */
export function paymentForms(site: Site, options: PaymentForms): Content {
  const { csrfToken, formId, action, amount, providers, voucherCode = '', errors = {} } = options;
  const said = say(site);
  const hidden = (act: string) =>
    html`<input type="hidden" name="act" value="${act}"><input type="hidden" name="formId" value="${formId}">`;
  return [
    html`<h2 id="pay">${said.heading}</h2>
<p>${said.fee(money(amount))}</p>`,
    form({ csrfToken, action }, [
      hidden('voucher'),
      textField({
        name: 'voucherCode',
        label: said.code,
        hint: said.hint,
        value: voucherCode,
        error: errors['voucherCode'],
        autocomplete: 'off',
        spellcheck: false,
      }),
      button({ label: said.withVoucher }),
    ]),
    providers.length > 0 &&
      html`<p class="after">${said.online}</p>
${form({ csrfToken, action }, [
  hidden('checkout'),
  html`<div class="buttons">${providers.map((name) =>
    button({
      label: said.withProvider(providerLabels[name]),
      name: 'provider',
      value: name,
      kind: 'secondary',
    }),
  )}</div>`,
])}`,
  ];
}
