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
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { SandboxStatus } from '../domain/sandbox-payment.ts';
import { checkoutSandboxPageTexts } from '../texts/index.ts';
import { providerLabels } from './checkout-page.ts';

const say = words(checkoutSandboxPageTexts);

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
export function sandboxPage(site: Site, { payment, csrfToken, errors }: SandboxPageOptions): Html {
  const { statusId, provider, description } = payment;
  const said = say(site);
  return layout(
    site,
    {
      title: said.title,
      kicker: said.kicker(providerLabels[provider]),
      before: errorSummary(errors ?? {}, site),
    },
    [
      notice('warning', said.sandbox, html`<p>${said.sandboxText}</p>`),
      statusId === 'failed' && notice('info', said.declined, html`<p>${said.declinedText}</p>`),
      definitionList([
        [said.item, description],
        [said.amount, html`<strong>${money(payment)}</strong>`],
      ]),
      statusId === 'succeeded' || statusId === 'cancelled'
        ? final(site, payment)
        : choice(site, csrfToken),
    ],
  );
}

function choice(site: Site, csrfToken: string): Html {
  const said = say(site);
  return form(
    { csrfToken },
    html`<div id="decision">${buttons(
      button({ label: said.pay, name: 'decision', value: 'pay' }),
      button({ label: said.decline, name: 'decision', value: 'decline', kind: 'danger' }),
      button({ label: said.cancel, name: 'decision', value: 'cancel', kind: 'secondary' }),
    )}</div>`,
  );
}

function final(
  site: Site,
  { statusId, returnUrl, cancelUrl }: SandboxPageOptions['payment'],
): Html {
  const said = say(site);
  const paid = statusId === 'succeeded';
  return html`${notice(paid ? 'success' : 'info', paid ? said.paid : said.cancelled)}
<p>${linkButton(said.back, paid ? returnUrl : cancelUrl, 'secondary')}</p>`;
}
