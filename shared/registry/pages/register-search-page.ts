import { displayName } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { button, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { exact, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { RegisterResults, RegisterStatistics } from '../contracts/public-register.ts';
import { registerSearchPageTexts } from '../texts/index.ts';
import { statisticsPart } from './register-statistics.ts';

const say = words(registerSearchPageTexts);

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
  site: Site,
  { query, found, tooLong, numbers }: RegisterSearch,
): Html {
  const said = say(site);
  return layout(site, { title: said.title }, [
    html`<p class="lead">${said.lead}</p>
<form method="get" action="${href(site, '/register')}" role="search" aria-label="${said.title}" novalidate>
${textField({
  name: 'q',
  label: said.query,
  hint: said.hint,
  value: query,
  error: tooLong ? said.tooLong : undefined,
  autocomplete: 'off',
  spellcheck: false,
})}
${button({ label: said.search })}
</form>`,
    found && results(site, query, found),
    numbers && statisticsPart(site, numbers.statistics, numbers.fields),
  ]);
}

function results(site: Site, query: string, found: RegisterResults): Content {
  const said = say(site);
  const { data, truncated } = found;
  if (data.length === 0) {
    return html`<div class="after">${notice('info', said.none, html`<p>${said.noneText}</p>`)}</div>`;
  }
  return html`<h2>${said.found}</h2>
<dl>${data.map(
    ({ name, extension, residentPermitNumber }) => html`<div>
<dt><a href="${href(site, `/register/${residentPermitNumber}`)}">${displayName(`${name} ${extension}`)}</a></dt>
<dd>${exact(residentPermitNumber)}</dd></div>`,
  )}</dl>
${truncated && html`<p class="fine">${said.truncated}</p>`}
${ways(site, query, found)}`;
}

function ways(
  site: Site,
  query: string,
  { pagination: { page, pages } }: RegisterResults,
): Content {
  if (pages === 1) return null;
  const said = say(site);
  const to = (other: number) =>
    href(site, `/register?${new URLSearchParams({ q: query, page: String(other) })}`);
  return html`<nav class="acts" aria-label="${said.pages}">
${page > 1 && html`<a href="${to(page - 1)}" rel="prev">${said.before}</a>`}
<span>${said.page(page, pages)}</span>
${page < pages && html`<a href="${to(page + 1)}" rel="next">${said.after}</a>`}
</nav>`;
}
