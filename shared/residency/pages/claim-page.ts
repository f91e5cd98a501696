import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';

import { claimPageTexts } from '../texts/index.ts';

const textsFor = byLocale(claimPageTexts);

/**
 * The page behind the emailed link. It changes nothing until its button is used, because email security scanners open
 * links.
 */
export function claimPage(
  context: PageContext,
  { csrfToken }: { readonly csrfToken: string },
): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.title, kicker: texts.kicker }, [
    html`<p class="lead">${texts.lead}</p>`,
    form({ csrfToken }, [
      buttons(
        button({ label: texts.open, name: 'decision', value: 'open' }),
        button({ label: texts.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
    html`<p class="fine after">${texts.fine}</p>`,
  ]);
}

/** The page after an objection through the link. */
export function claimObjectedPage(context: PageContext): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.objected, kicker: texts.kicker }, [
    html`<p class="lead">${texts.objectedText}</p>`,
  ]);
}

/** The page for a used, expired or unknown link; it does not say which. */
export function claimOverPage(context: PageContext): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.over }, [
    html`<p class="lead">${texts.overText}</p>`,
    html`<p>${linkButton(texts.signIn, href(context, '/portal/sign-in'))}</p>`,
  ]);
}
