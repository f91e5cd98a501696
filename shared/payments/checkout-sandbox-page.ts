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
import { definitionList, money, notice } from '../kernel/pages/text.ts';
import { providerLabels } from './checkout-page.ts';
import type { PaymentProviderName } from './domain/payment.ts';
import type { SandboxStatus } from './domain/sandbox-payment.ts';

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

/** The sandbox's hosted page: what a payer would see at a provider, plainly marked as play. */
export function sandboxPage(site: Site, { payment, csrfToken, errors }: SandboxPageOptions): Html {
  const { statusId, provider, description } = payment;
  return layout(
    inEnglish(site),
    {
      title: 'Sandbox payment',
      kicker: `In place of ${providerLabels[provider]}`,
      before: errorSummary(errors ?? {}),
    },
    [
      notice(
        'warning',
        'This is a sandbox',
        html`<p>No money moves. This page stands in for the payment provider, so that a checkout can be tried out.</p>`,
      ),
      statusId === 'failed' &&
        notice('info', 'The payment was declined', html`<p>The payer can try again.</p>`),
      definitionList([
        ['For', description],
        ['Amount', html`<strong>${money(payment)}</strong>`],
      ]),
      statusId === 'succeeded' || statusId === 'cancelled' ? final(payment) : choice(csrfToken),
    ],
  );
}

function choice(csrfToken: string): Html {
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({ label: 'Pay with play money', name: 'decision', value: 'pay' }),
      button({ label: 'Decline', name: 'decision', value: 'decline', kind: 'danger' }),
      button({ label: 'Cancel', name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function final({ statusId, returnUrl, cancelUrl }: SandboxPageOptions['payment']): Html {
  const paid = statusId === 'succeeded';
  return html`${notice(
    paid ? 'success' : 'info',
    paid ? 'Paid with play money' : 'The payment was cancelled',
  )}
<p>${linkButton('Return to the merchant', paid ? returnUrl : cancelUrl, 'secondary')}</p>`;
}
