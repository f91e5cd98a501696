import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { helpPageTexts, privacyPageTexts } from '../texts/index.ts';

const say = words(helpPageTexts);

/** Help and contact, for a deployment that has no help page of its own. */
export function helpPage(site: Site): Html {
  const said = say(site);
  const contact = site.links?.contact;
  return layout(site, { title: said.title }, [
    html`<h2>${said.signIn}</h2>
<p>${said.signInText}</p>
<p><a href="${href(site, '/portal/sign-in')}">${said.toSignIn}</a></p>
<h2 id="lost-mailbox">${said.lost}</h2>
<p>${said.lostText}</p>`,
    html`<h2>${said.certificates}</h2>
<p>${said.certificatesText}</p>
<p><a href="${href(site, '/')}">${said.toCheck}</a></p>`,
    html`<h2>${said.applications}</h2>
<p>${said.applicationsText}</p>`,
    html`<h2>${said.safety}</h2>
<p>${said.safetyText}</p>`,
    contact !== undefined &&
      html`<h2>${said.ask}</h2>
<p>${said.askText} <a href="mailto:${contact}">${contact}</a>. ${said.askNote}</p>`,
  ]);
}

const sayOfPrivacy = words(privacyPageTexts);

/** How these pages use data, for a deployment that has no privacy notice of its own. */
export function privacyPage(site: Site): Html {
  const said = sayOfPrivacy(site);
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
