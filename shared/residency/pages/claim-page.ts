import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';

import { claimPageTexts } from '../texts/index.ts';

const say = words(claimPageTexts);

/**
 * The page behind the emailed link. It changes nothing until its button is used, because email security scanners open
 * links.
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

/** The page after an objection through the link. */
export function claimObjectedPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.objected, kicker: said.kicker }, [
    html`<p class="lead">${said.objectedText}</p>`,
  ]);
}

/** The page for a used, expired or unknown link; it does not say which. */
export function claimOverPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.signIn, href(site, '/portal/sign-in'))}</p>`,
  ]);
}
