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
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { SandboxStatus } from '../domain/sandbox-payment.ts';
import { checkoutSandboxPageTexts } from '../texts/index.ts';
import { providerLabels } from './checkout-page.ts';

const textsFor = byLocale(checkoutSandboxPageTexts);

export interface SandboxPageOptions {
  readonly payment: {
    readonly statusId: SandboxStatus;
    readonly provider: PaymentProviderName;
    readonly description: string;
    readonly amountCents: number;
    readonly currency: string;
    readonly returnUrl: string;
    readonly cancelUrl: string;
  };
  readonly csrfToken: string;
  readonly errors?: FieldErrors;
}

/** The sandbox's payment page, which imitates a provider's and is clearly marked as a test. */
export function sandboxPage(
  context: PageContext,
  { payment, csrfToken, errors }: SandboxPageOptions,
): Html {
  const { statusId, provider, description } = payment;
  const texts = textsFor(context);
  return layout(
    context,
    {
      title: texts.title,
      kicker: texts.kicker(providerLabels[provider]),
      before: errorSummary(errors ?? {}, context),
    },
    [
      notice('warning', texts.sandbox, html`<p>${texts.sandboxText}</p>`),
      statusId === 'failed' && notice('info', texts.declined, html`<p>${texts.declinedText}</p>`),
      definitionList([
        [texts.item, description],
        [texts.amount, html`<strong>${money(payment)}</strong>`],
      ]),
      statusId === 'succeeded' || statusId === 'cancelled'
        ? final(context, payment)
        : choice(context, csrfToken),
    ],
  );
}

function choice(context: PageContext, csrfToken: string): Html {
  const texts = textsFor(context);
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({ label: texts.pay, name: 'decision', value: 'pay' }),
      button({ label: texts.decline, name: 'decision', value: 'decline', kind: 'danger' }),
      button({ label: texts.cancel, name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function final(
  context: PageContext,
  { statusId, returnUrl, cancelUrl }: SandboxPageOptions['payment'],
): Html {
  const texts = textsFor(context);
  const paid = statusId === 'succeeded';
  return html`${notice(paid ? 'success' : 'info', paid ? texts.paid : texts.cancelled)}
<p>${linkButton(texts.back, paid ? returnUrl : cancelUrl, 'secondary')}</p>`;
}
