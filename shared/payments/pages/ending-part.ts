import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import type { PaymentProgress } from '../domain/payment.ts';
import { endingTexts } from '../texts/index.ts';

const textsFor = byLocale(endingTexts);

interface Ending {
  readonly texts: { readonly title: string; readonly label: string; readonly effect: string };
  readonly act: 'withdraw' | 'delete';
  readonly progress: PaymentProgress;
  readonly csrfToken: string;
  /** The form's URL, without the language. */
  readonly action: `/${string}`;
}

/** The anchor of the part, for links from lists. */
export const endingAnchor = 'end';

/**
 * How to withdraw, cancel or delete an undecided item, and what happens to the fee. The form is collapsed, so that it
 * takes two steps.
 */
export function endingPart(
  context: PageContext,
  { texts: { title, label, effect }, act, progress, csrfToken, action }: Ending,
): Html {
  const texts = textsFor(context);
  if (progress.kind === 'under_way') {
    return html`<p id="${endingAnchor}" class="after fine">${texts.paying(title)}</p>`;
  }
  const fee = progress.kind === 'paid' ? texts.paid : texts.unpaid;
  return html`<details class="after"><summary>${title}</summary>
<p id="${endingAnchor}">${effect} ${fee} ${texts.final}</p>
${form({ csrfToken, action: href(context, action) }, button({ label, name: 'act', value: act, kind: 'danger' }))}</details>`;
}
