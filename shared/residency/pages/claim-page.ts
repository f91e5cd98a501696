import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

import { claimPageTexts } from '../texts/index.ts';

const say = words(claimPageTexts);

/**
 * The page behind the emailed link. Opening it does nothing, because programs that look for harmful links in
 * mail open it as well; the button does.
 */
export function claimPage(site: Site, { csrfToken }: { readonly csrfToken: string }): Html {
  const said = say(site);
  return layout(site, { title: said.title, kicker: said.kicker }, [
    html`<p class="lead">${said.lead}</p>`,
    form({ csrfToken }, [
      buttons(
        button({ label: said.open, name: 'decision', value: 'open' }),
        button({ label: said.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
    html`<p class="fine after">${said.fine}</p>`,
  ]);
}

/** Shown after an objection by the link. */
export function claimObjectedPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.objected, kicker: said.kicker }, [
    html`<p class="lead">${said.objectedText}</p>`,
  ]);
}

/** A used, expired or unknown link; the page does not tell which. */
export function claimOverPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.signIn, href(site, '/portal/sign-in'))}</p>`,
  ]);
}
