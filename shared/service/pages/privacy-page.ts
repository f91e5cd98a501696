import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { privacyPageTexts } from '../texts/index.ts';

const say = words(privacyPageTexts);

/** What these pages do with data; for a deployment that has no notice of its own. */
export function privacyPage(site: Site): Html {
  const said = say(site);
  const { links = {}, keeper = site.jurisdiction } = site;
  return layout(site, { title: said.title }, [
    html`<p class="lead">${said.lead(keeper)}</p>`,
    html`<h2>${said.pages}</h2>
<p>${said.pagesText}</p>`,
    html`<h2>${said.cookies}</h2>
<p>${said.cookiesText}</p>
<ul><li>${said.form}</li><li>${said.session}</li><li>${said.browser}</li><li>${said.language}</li></ul>`,
    html`<h2>${said.calls}</h2>
<p>${said.callsText}</p>`,
    html`<h2>${said.residents}</h2>
<p>${said.residentsText}</p>`,
    html`<h2>${said.others}</h2>
<p>${said.othersText}</p>`,
    links.contact !== undefined &&
      html`<h2>${said.ask}</h2>
<p>${said.askText} <a href="mailto:${links.contact}">${links.contact}</a>.</p>`,
  ]);
}
