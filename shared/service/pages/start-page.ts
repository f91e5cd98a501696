import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, linkButton, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { startPageTexts } from '../texts/index.ts';

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
  return layout(context, { title: texts.title }, [
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
<li><a href="${links.status ?? href(context, '/health')}">${texts.status}</a></li>
</ul>`,
  ]);
}
