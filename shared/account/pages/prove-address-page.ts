import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { proveAddressPageTexts } from '../texts/index.ts';

/** The state of a case for the reader of the new address. The page shows neither address. */
export interface CaseToConfirm {
  readonly state: 'open' | 'confirmed' | 'changed' | 'over' | 'too_old';
  readonly openedAt: string;
}

const say = words(proveAddressPageTexts);

/** Asks the reader of a case's new address to confirm it; null if the link is not valid. */
export function proveAddressPage(site: Site, found: CaseToConfirm | null, csrfToken: string): Html {
  const said = say(site);
  const { kicker } = said;
  if (found === null) {
    return layout(site, { title: said.invalid, kicker }, [
      html`<p class="lead">${said.invalidText}</p>`,
    ]);
  }
  const { state, openedAt } = found;
  if (state !== 'open') {
    const [heading, text] = said.states[state];
    const kind = state === 'confirmed' ? 'success' : 'info';
    return layout(site, { title: said.title, kicker }, notice(kind, heading, html`<p>${text}</p>`));
  }
  return layout(site, { title: said.title, kicker }, [
    html`<p class="lead">${said.opened(instant(openedAt, site))}</p>
<h2>${said.yes}</h2>
<p>${said.yesText}</p>`,
    form({ csrfToken }, button({ label: said.confirm, kind: 'primary' })),
    html`<h2>${said.no}</h2>
<p>${said.noText}</p>`,
  ]);
}
