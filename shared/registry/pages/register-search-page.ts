import { displayName } from '../../kernel/domain/legal-entity.ts';
import { button, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { exact, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { RegisterResults } from '../contracts/public-register.ts';

const say = words({
  en: {
    title: 'Public register',
    lead: 'Search the legal entities of this registry. The register does not include people.',
    query: 'Name or resident permit number',
    hint: 'Words from the name or part of the number.',
    search: 'Search',
    tooLong: 'Use 100 characters or fewer',
    none: 'No legal entity found',
    noneText: 'Check the spelling, or search for fewer words.',
    found: 'Legal entities found',
    truncated: 'There are more results. Add a word to narrow the search.',
    pages: 'Pages',
    before: 'Previous page',
    after: 'Next page',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  es: {
    title: 'Registro público',
    lead: 'Busque las personas jurídicas de este registro. No incluye personas naturales.',
    query: 'Nombre o número de permiso de residente',
    hint: 'Algunas palabras del nombre o una parte del número.',
    search: 'Buscar',
    tooLong: 'Use 100 caracteres o menos',
    none: 'No se encontró ninguna persona jurídica',
    noneText: 'Revise la ortografía o busque con menos palabras.',
    found: 'Personas jurídicas encontradas',
    truncated: 'Hay más resultados. Añada una palabra para limitar la búsqueda.',
    pages: 'Páginas',
    before: 'Página anterior',
    after: 'Página siguiente',
    page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  },
});

/** A search of the public register: what was typed, and what it found; null: nothing was searched. */
export interface RegisterSearch {
  readonly query: string;
  readonly found: RegisterResults | null;
  /** The query can't be searched for. */
  readonly tooLong?: boolean;
}

/** Where the public register is searched, and a page of what was found. */
export function registerSearchPage(site: Site, { query, found, tooLong }: RegisterSearch): Html {
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
<dt>${exact(residentPermitNumber)}</dt>
<dd><a href="${href(site, `/register/${residentPermitNumber}`)}">${displayName(`${name} ${extension}`)}</a></dd></div>`,
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
