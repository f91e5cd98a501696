import { displayName } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { exact, notice } from '../../kernel/pages/text.ts';
import type { RegisterResults, RegisterStatistics } from '../contracts/public-register.ts';
import { registerSearchPageTexts } from '../texts/index.ts';
import { statisticsPart } from './register-statistics.ts';

const textsFor = byLocale(registerSearchPageTexts);

/** A search of the public register with its results; null if nothing was searched. */
export interface RegisterSearch {
  readonly query: string;
  readonly found: RegisterResults | null;
  /** The register's statistics and the published fields; null if not shown. */
  readonly numbers: {
    readonly statistics: RegisterStatistics;
    readonly fields: readonly PublishedField[];
  } | null;
  /** The query is too long. */
  readonly tooLong?: boolean;
}

/** The search form of the public register, and a page of results. */
export function registerSearchPage(
  context: PageContext,
  { query, found, tooLong, numbers }: RegisterSearch,
): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.title }, [
    html`<p class="lead">${texts.lead}</p>
<form method="get" action="${href(context, '/register')}" role="search" aria-label="${texts.title}" novalidate>
${textField({
  name: 'q',
  label: texts.query,
  hint: texts.hint,
  value: query,
  error: tooLong ? texts.tooLong : undefined,
  autocomplete: 'off',
  spellcheck: false,
})}
${button({ label: texts.search })}
</form>`,
    found && results(context, query, found),
    numbers && statisticsPart(context, numbers.statistics, numbers.fields),
  ]);
}

function results(context: PageContext, query: string, found: RegisterResults): Content {
  const texts = textsFor(context);
  const { data, truncated } = found;
  if (data.length === 0) {
    return html`<div class="after">${notice('info', texts.none, html`<p>${texts.noneText}</p>`)}</div>`;
  }
  return html`<h2>${texts.found}</h2>
<dl>${data.map(
    ({ name, extension, residentPermitNumber }) => html`<div>
<dt><a href="${href(context, `/register/${residentPermitNumber}`)}">${displayName(`${name} ${extension}`)}</a></dt>
<dd>${exact(residentPermitNumber)}</dd></div>`,
  )}</dl>
${truncated && html`<p class="fine">${texts.truncated}</p>`}
${ways(context, query, found)}`;
}

function ways(
  context: PageContext,
  query: string,
  { pagination: { page, pages } }: RegisterResults,
): Content {
  if (pages === 1) return null;
  const texts = textsFor(context);
  const to = (other: number) =>
    href(context, `/register?${new URLSearchParams({ q: query, page: String(other) })}`);
  return html`<nav class="acts" aria-label="${texts.pages}">
${page > 1 && html`<a href="${to(page - 1)}" rel="prev">${texts.before}</a>`}
<span>${texts.page(page, pages)}</span>
${page < pages && html`<a href="${to(page + 1)}" rel="next">${texts.after}</a>`}
</nav>`;
}
