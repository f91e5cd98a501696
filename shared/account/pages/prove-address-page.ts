import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { proveAddressPageTexts } from '../texts/index.ts';

/** The state of a case for the viewer of the new address. The page shows neither address. */
export interface CaseToConfirm {
  readonly state: 'open' | 'confirmed' | 'changed' | 'over' | 'too_old';
  readonly openedAt: string;
}

const textsFor = byLocale(proveAddressPageTexts);

/** Asks the viewer of a case's new address to confirm it; null if the link is not valid. */
export function proveAddressPage(
  context: PageContext,
  found: CaseToConfirm | null,
  csrfToken: string,
): Html {
  const texts = textsFor(context);
  const { kicker } = texts;
  if (found === null) {
    return layout(context, { title: texts.invalid, kicker }, [
      html`<p class="lead">${texts.invalidText}</p>`,
    ]);
  }
  const { state, openedAt } = found;
  if (state !== 'open') {
    const [heading, text] = texts.states[state];
    const kind = state === 'confirmed' ? 'success' : 'info';
    return layout(
      context,
      { title: texts.title, kicker },
      notice(kind, heading, html`<p>${text}</p>`),
    );
  }
  return layout(context, { title: texts.title, kicker }, [
    html`<p class="lead">${texts.opened(instant(openedAt, context))}</p>
<h2>${texts.yes}</h2>
<p>${texts.yesText}</p>`,
    form({ csrfToken }, button({ label: texts.confirm, kind: 'primary' })),
    html`<h2>${texts.no}</h2>
<p>${texts.noText}</p>`,
  ]);
}
