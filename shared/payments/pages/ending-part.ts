import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PaymentProgress } from '../domain/payment.ts';
import { endingTexts } from '../texts/index.ts';

const say = words(endingTexts);

/** What someone can end who paid for it, or would must. */
type Endable = keyof (typeof endingTexts)['en']['whats'];

interface Ending {
  readonly what: Endable;
  readonly progress: PaymentProgress;
  readonly csrfToken: string;
  /** The form's target, without the language. */
  readonly action: `/${string}`;
}

/** The anchor of the part, for lists. */
export const endingAnchor = 'end';

/** How to end something that is not decided, and what becomes of the fee; the form is folded, so that ending takes two steps. */
export function endingPart(site: Site, { what, progress, csrfToken, action }: Ending): Html {
  const said = say(site);
  const { title, label, effect } = said.whats[what];
  if (progress.kind === 'under_way') {
    return html`<p id="${endingAnchor}" class="after fine">${said.paying(title)}</p>`;
  }
  const fee = progress.kind === 'paid' ? said.paid : said.unpaid;
  const act = what === 'draft' ? 'delete' : 'withdraw';
  return html`<details class="after"><summary>${title}</summary>
<p id="${endingAnchor}">${effect} ${fee} ${said.final}</p>
${form({ csrfToken, action: href(site, action) }, button({ label, name: 'act', value: act, kind: 'danger' }))}</details>`;
}
