import {
  button,
  type FieldErrors,
  fieldset,
  form,
  radio,
  textField,
} from '../../kernel/pages/form.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import type { Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { money } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { providerLabels } from '../../payments/checkout-page.ts';
import type { PaymentProviderName } from '../../payments/domain/payment.ts';

const say = words({
  en: {
    fee: 'The fee is',
    payWith: 'How do you want to pay?',
    payOnline: 'Pay online',
    haveVoucher: 'Do you have a voucher?',
    code: 'Voucher code',
    hint: 'It has to cover the whole fee.',
    payByVoucher: 'Pay with the voucher',
    missing: 'Enter the code of the voucher',
    refused: 'There is no such voucher. Check the code',
    codes: {
      voucher_not_applicable: 'This voucher is for something else',
      voucher_expired: 'This voucher has expired',
      voucher_already_redeemed: 'This voucher has been used already',
      voucher_not_full_coverage: 'This voucher does not cover the whole fee',
      tooMany: 'Too many codes were tried. Try again in an hour',
    },
  },
  es: {
    fee: 'La tasa es de',
    payWith: '¿Cómo quiere pagar?',
    payOnline: 'Pagar en línea',
    haveVoucher: '¿Tiene un vale?',
    code: 'Código del vale',
    hint: 'Tiene que cubrir toda la tasa.',
    payByVoucher: 'Pagar con el vale',
    missing: 'Escriba el código del vale',
    refused: 'Ese vale no existe. Compruebe el código',
    codes: {
      voucher_not_applicable: 'Este vale no sirve para esta tasa',
      voucher_expired: 'Este vale ha vencido',
      voucher_already_redeemed: 'Este vale ya fue utilizado',
      voucher_not_full_coverage: 'Este vale no cubre la tasa completa',
      tooMany: 'Se han probado demasiados códigos. Inténtelo de nuevo en una hora',
    },
  },
});

/** Why a voucher pays nothing: by the refusal's code, or that too many were tried. */
export function voucherProblem(code: string | undefined, reader: Site): string {
  const { codes, refused } = say(reader);
  const complaints: Readonly<Record<string, string>> = codes;
  return (code !== undefined && complaints[code]) || refused;
}

/** The complaint of a form in which no code was filled in. */
export function voucherMissing(reader: Site): string {
  return say(reader).missing;
}

export interface PaymentPart {
  /** Where the forms are sent. */
  readonly path: `/${string}`;
  readonly fee: { readonly amountCents: number; readonly currency: string };
  /** With which a checkout can be opened here. */
  readonly providers: readonly PaymentProviderName[];
  /** The form that was refused. */
  readonly voucherCode: string;
  readonly errors: FieldErrors;
}

/** What is to be paid, and the ways: a checkout, where the deployment has one, and a voucher. */
export function paymentPart(site: Site, { csrfToken }: Reader, shown: PaymentPart): Content {
  const said = say(site);
  const { fee, providers, voucherCode, errors } = shown;
  const action = href(site, shown.path);
  return [
    html`<p>${said.fee} <strong>${money(fee)}</strong>.</p>`,
    providers.length > 0 &&
      form({ csrfToken, action }, [
        fieldset(
          said.payWith,
          providers.map((provider, index) =>
            radio({
              name: 'provider',
              id: `provider-${provider}`,
              value: provider,
              label: providerLabels[provider],
              checked: index === 0,
            }),
          ),
        ),
        button({ label: said.payOnline, name: 'act', value: 'checkout' }),
      ]),
    html`<h3>${said.haveVoucher}</h3>`,
    form({ csrfToken, action }, [
      textField({
        name: 'voucherCode',
        label: said.code,
        hint: said.hint,
        value: voucherCode,
        error: errors['voucherCode'],
        autocomplete: 'off',
        spellcheck: false,
      }),
      button({ label: said.payByVoucher, name: 'act', value: 'voucher', kind: 'secondary' }),
    ]),
  ];
}
