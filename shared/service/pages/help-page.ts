import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { helpPageTexts, privacyPageTexts } from '../texts/index.ts';

const textsFor = byLocale(helpPageTexts);

/** Help and contact, for a deployment that has no help page of its own. */
export function helpPage(context: PageContext): Html {
  const texts = textsFor(context);
  const contact = context.links?.contact;
  return layout(context, { title: texts.title }, [
    html`<h2>${texts.signIn}</h2>
<p>${texts.signInText}</p>
<p><a href="${href(context, '/portal/sign-in')}">${texts.toSignIn}</a></p>
<h2 id="lost-mailbox">${texts.lost}</h2>
<p>${texts.lostText}</p>`,
    html`<h2>${texts.certificates}</h2>
<p>${texts.certificatesText}</p>
<p><a href="${href(context, '/')}">${texts.toCheck}</a></p>`,
    html`<h2>${texts.applications}</h2>
<p>${texts.applicationsText}</p>`,
    html`<h2>${texts.safety}</h2>
<p>${texts.safetyText}</p>`,
    contact !== undefined &&
      html`<h2>${texts.ask}</h2>
<p>${texts.askText} <a href="mailto:${contact}">${contact}</a>. ${texts.askNote}</p>`,
  ]);
}

const privacyTextsFor = byLocale(privacyPageTexts);

/** How these pages use data, for a deployment that has no privacy notice of its own. */
export function privacyPage(context: PageContext): Html {
  const texts = privacyTextsFor(context);
  const { links = {}, keeper = context.jurisdiction } = context;
  return layout(context, { title: texts.title }, [
    html`<p class="lead">${texts.lead(keeper)}</p>`,
    html`<h2>${texts.pages}</h2>
<p>${texts.pagesText}</p>`,
    html`<h2>${texts.cookies}</h2>
<p>${texts.cookiesText}</p>
<ul><li>${texts.form}</li><li>${texts.session}</li><li>${texts.browser}</li><li>${texts.language}</li></ul>`,
    html`<h2>${texts.calls}</h2>
<p>${texts.callsText}</p>`,
    html`<h2>${texts.residents}</h2>
<p>${texts.residentsText}</p>`,
    html`<h2>${texts.others}</h2>
<p>${texts.othersText}</p>`,
    links.contact !== undefined &&
      html`<h2>${texts.ask}</h2>
<p>${texts.askText} <a href="mailto:${links.contact}">${links.contact}</a>.</p>`,
  ]);
}
