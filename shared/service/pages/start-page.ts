import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { withAside } from '../../kernel/pages/text.ts';
import { helpPageTexts, privacyPageTexts, startPageTexts } from '../texts/index.ts';

const textsFor = byLocale(startPageTexts);

export interface StartPage {
  /** The entered text if it is no code that can be verified; otherwise null. */
  readonly unrecognised: string | null;
  /** Whether there is a public register. */
  readonly publishes: boolean;
}

/** The page at the root: a description of the registry and links into it. */
export function startPage(context: PageContext, { unrecognised, publishes }: StartPage): Html {
  const texts = textsFor(context);
  const { links = {} } = context;
  const main = [
    html`<p class="lead">${texts.lead(context.jurisdiction)}</p>`,
    html`<section class="card"><h2>${texts.check}</h2>
<form method="get" action="${href(context, '/')}" novalidate>
${textField({
  name: 'code',
  label: texts.code,
  hint: texts.hint,
  value: unrecognised ?? '',
  error: unrecognised === null ? undefined : texts.noCode,
  autocomplete: 'off',
  spellcheck: false,
})}
${button({ label: texts.doCheck })}
</form></section>`,
  ];
  const places = [
    publishes &&
      html`<h2>${texts.register}</h2>
<p>${texts.registerText}</p>
${linkButton(texts.search, href(context, '/register'), 'secondary')}`,
    html`<h2>${texts.residents}</h2>
<p>${texts.residentsText}</p>
${linkButton(texts.signIn, href(context, '/portal'), 'secondary')}`,
    html`<h2>${texts.integrators}</h2>
<ul class="plain">
<li><a href="${links.documentation ?? href(context, '/docs')}">${texts.documentation}</a></li>
<li><a href="${links.status ?? href(context, '/docs/status-and-support')}">${texts.status}</a></li>
</ul>`,
  ];
  return layout(context, { title: texts.title, isWide: true }, withAside(main, places));
}

const helpTextsFor = byLocale(helpPageTexts);

/** Help and contact, for a deployment that has no help page of its own. */
export function helpPage(context: PageContext): Html {
  const texts = helpTextsFor(context);
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
  const { links = {}, authority = context.jurisdiction } = context;
  return layout(context, { title: texts.title }, [
    html`<p class="lead">${texts.lead(authority)}</p>`,
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
