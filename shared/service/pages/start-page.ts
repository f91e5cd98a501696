import { button, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { startPageTexts } from '../texts/index.ts';

const say = words(startPageTexts);

export interface StartPage {
  /** The entered text if it is no code that can be verified; otherwise null. */
  readonly unrecognised: string | null;
  /** Whether there is a public register. */
  readonly publishes: boolean;
}

/** The page at the root: a description of the registry and links into it. */
export function startPage(site: Site, { unrecognised, publishes }: StartPage): Html {
  const said = say(site);
  const { links = {} } = site;
  return layout(site, { title: said.title }, [
    html`<p class="lead">${said.lead(site.jurisdiction)}</p>`,
    html`<section class="card"><h2>${said.check}</h2>
<form method="get" action="${href(site, '/')}" novalidate>
${textField({
  name: 'code',
  label: said.code,
  hint: said.hint,
  value: unrecognised ?? '',
  error: unrecognised === null ? undefined : said.noCode,
  autocomplete: 'off',
  spellcheck: false,
})}
${button({ label: said.doCheck })}
</form></section>`,
    publishes &&
      html`<h2>${said.register}</h2>
<p>${said.registerText}</p>
${linkButton(said.search, href(site, '/register'), 'secondary')}`,
    html`<h2>${said.residents}</h2>
<p>${said.residentsText}</p>
${linkButton(said.signIn, href(site, '/portal'), 'secondary')}`,
    html`<h2>${said.integrators}</h2>
<ul class="plain">
<li><a href="${links.documentation ?? href(site, '/docs')}">${said.documentation}</a></li>
<li><a href="${links.status ?? href(site, '/health')}">${said.status}</a></li>
</ul>`,
  ]);
}
