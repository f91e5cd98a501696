import { raw } from 'hono/html';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { longestQuestion } from '../contracts/documentation.ts';
import {
  type Documentation,
  type Guide,
  guidesOf,
  searchDocumentation,
  summaryOf,
} from '../domain/search-documentation.ts';
import { copyScript, documentationStyle, oldPlacesScript } from './documentation-extras.ts';

const ownStyle = documentationStyle;

/** The start page of the documentation, with all pages in order. In English, for developers. */
export function documentationPage(context: PageContext, all: Documentation): Html {
  const groups = all.groups.map(
    ({ title, guides }) => html`<h2>${title}</h2>
<ol class="guides">${guides.map(
      (guide) =>
        html`<li><a href="${href(context, `/docs/${guide.slug}`)}">${guide.title}</a><br>${summaryOf(guide)}</li>`,
    )}</ol>`,
  );
  const description = `How programs use the registry of residents and legal entities of ${context.jurisdiction}: guides, examples and the reference.`;
  const listed = { path: '/docs', description } as const;
  return layout(inEnglish(context), { title: 'Documentation', listed, ownStyle }, [
    html`<p class="lead">How programs use this registry. Read the guides in order, or look something up.</p>`,
    searchForm(context, ''),
    groups,
    html`<h2>Look up</h2>
<ul>
<li><a href="${href(context, '/docs/reference')}">Reference of all operations</a></li>
<li><a href="${href(context, '/api/v1/openapi.json')}">The same for programs</a> (OpenAPI 3.1)</li>
<li><a href="${href(context, '/docs/reference?api=operators')}">Reference for operators</a>, and <a href="${href(context, '/admin/v1/openapi.json')}">the same for programs</a></li>
<li><a href="${href(context, '/llms.txt')}">These pages for AI agents</a>, as Markdown</li>
</ul>`,
    oldPlacesScript.part,
  ]);
}

/** A page of the documentation, with links to the previous and the next page. */
export function guidePage(context: PageContext, all: Documentation, guide: Guide): Html {
  const guides = guidesOf(all);
  const index = guides.indexOf(guide);
  const contents = guide.sections.filter(({ id, level }) => id !== null && level === 2);
  const listed = {
    path: `/docs/${guide.slug}`,
    description: summaryOf(guide),
    markdown: `/docs/${guide.slug}.md`,
  } as const;
  return layout(
    inEnglish(context),
    { title: guide.title, listed, before: documentationTabs(context), ownStyle },
    [
      contents.length > 2 &&
        html`<details class="contents"><summary>On this page</summary>
<nav aria-label="On this page"><ol>${contents.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ol></nav></details>`,
      html`<div class="guide">${guide.sections.map(section)}</div>`,
      html`<nav class="around" aria-label="Previous and next page">${[
        around(context, guides[index - 1], 'Previous'),
        around(context, guides[index + 1], 'Next'),
      ]}</nav>`,
      searchForm(context, ''),
      sidebar(context, all, guide),
      copyScript.part,
    ],
  );
}

/** The search results of the documentation. */
export function documentationSearchPage(
  context: PageContext,
  all: Documentation,
  asked: string,
): Html {
  const question = asked.slice(0, longestQuestion).trim();
  const found = searchDocumentation(all, question);
  return layout(
    inEnglish(context),
    { title: 'Search the documentation', before: documentationTabs(context), ownStyle },
    [
      searchForm(context, question),
      question !== '' && html`<p role="status">${countOf(found.length)}</p>`,
      found.length > 0 &&
        html`<ol class="guides">${found.map(
          ({ place, title, page, excerpt }) =>
            html`<li><a href="${href(context, `/docs/${place}`)}">${title}</a>${page !== title && ` – ${page}`}<br>${excerpt}</li>`,
        )}</ol>`,
      sidebar(context, all),
    ],
  );
}

/** All pages by group: beside the text where there is room, otherwise below it. */
function sidebar(context: PageContext, all: Documentation, view?: Guide): Html {
  const groups = all.groups.map(
    ({ title, guides }) =>
      html`<p>${title}</p><ul class="plain">${guides.map(
        (guide) =>
          html`<li><a href="${href(context, `/docs/${guide.slug}`)}"${guide === view && html` aria-current="page"`}>${guide.title}</a></li>`,
      )}</ul>`,
  );
  return html`<nav class="side" aria-label="All pages">${groups}</nav>`;
}

function section({ id, title, level, html: content }: Guide['sections'][number]): Content {
  if (id === null) return raw(content);
  return [headingWithLink(level, id, title), raw(content)];
}

/** A heading that others can link to. */
export function headingWithLink(level: number, id: string, title: string): Html {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to “${title}”">#</a>`;
  return level === 2
    ? html`<h2 id="${id}">${title} ${anchor}</h2>`
    : html`<h3 id="${id}">${title} ${anchor}</h3>`;
}

/** The main pages of the documentation. */
export function documentationTabs(context: PageContext): Html {
  return html`<nav class="tabs" aria-label="Documentation"><a href="${href(context, '/docs')}">Documentation</a><a href="${href(context, '/docs/reference')}">Reference</a><a href="${href(context, '/docs/search')}">Search</a></nav>`;
}

function around(context: PageContext, guide: Guide | undefined, way: string): Content {
  return (
    guide !== undefined &&
    html`<a href="${href(context, `/docs/${guide.slug}`)}">${way}: ${guide.title}</a>`
  );
}

/** Searches guides and operations. */
export function searchForm(context: PageContext, question: string): Html {
  return html`<form class="find" role="search" action="${href(context, '/docs/search')}" method="get">
<div class="field"><label for="q">Search the documentation</label>
<input id="q" name="q" type="search" maxlength="${longestQuestion}" value="${question}"></div>
<button class="button secondary">Search</button>
</form>`;
}

function countOf(found: number): string {
  if (found === 0) return 'Nothing was found. A page must contain every word, so try fewer words.';
  return found === 1 ? '1 result.' : `${found} results.`;
}
