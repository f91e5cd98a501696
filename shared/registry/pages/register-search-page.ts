import { displayName } from '../../kernel/domain/legal-entity.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { chart } from '../../kernel/pages/chart.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import { button, select, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { dataTable, exact, instant, notice } from '../../kernel/pages/text.ts';
import {
  type RegisterFilters,
  type RegisterResults,
  type RegisterStatistics,
  registerStatuses,
} from '../contracts/public-register.ts';
import { entityStatuses } from '../domain/good-standing.ts';
import { registeredEntityPageTexts, registerSearchPageTexts } from '../texts/index.ts';

const textsFor = byLocale(registerSearchPageTexts);
const entityTextsFor = byLocale(registeredEntityPageTexts);

/** Including the month of the last count. */
const shownMonths = 24;

/** A search of the public register with its results; null if nothing was searched. */
export interface RegisterSearch {
  readonly query: string;
  readonly filters: RegisterFilters;
  /** The published fields. Only these can be filtered by. */
  readonly fields: readonly PublishedField[];
  readonly found: RegisterResults | null;
  /** The register's statistics, shown without results; null if there are none. */
  readonly statistics: RegisterStatistics | null;
  /** The error in the query. */
  readonly error: 'tooLong' | 'empty' | null;
}

/** The search form of the public register, and a page of results. */
export function registerSearchPage(context: PageContext, search: RegisterSearch): Html {
  const { query, found, error, statistics, fields } = search;
  const texts = textsFor(context);
  return layout(context, { title: texts.title }, [
    html`<p class="lead">${texts.lead}</p>
<form method="get" action="${href(context, '/register')}" role="search" aria-label="${texts.title}" novalidate>
${textField({
  name: 'q',
  label: texts.query,
  hint: texts.hint,
  value: query,
  error: { tooLong: texts.tooLong, empty: texts.empty, none: undefined }[error ?? 'none'],
  autocomplete: 'off',
  spellcheck: false,
})}
${filterFields(context, search)}
${button({ label: texts.search })}
</form>`,
    found && results(context, search, found),
    found === null && error === null && statistics && statisticsPart(context, statistics, fields),
  ]);
}

/**
 * A form field for each filter of a published field. The types are those that the register
 * contains.
 */
function filterFields(
  context: PageContext,
  { filters, fields, statistics }: RegisterSearch,
): Content {
  const texts = textsFor(context);
  const entityTexts = entityTextsFor(context);
  const types = [...new Set([...Object.keys(statistics?.types ?? {}), filters.type ?? ''])];
  const day = (name: 'formedFrom' | 'formedUntil', label: string) =>
    textField({
      name,
      label,
      type: 'date',
      value: filters[name] ?? '',
      required: false,
    });
  const inputs = [
    fields.includes('type') &&
      select({
        ...{ name: 'type', label: entityTexts.type, value: filters.type ?? '' },
        options: [
          ['', texts.any],
          ...types
            .filter((type) => type !== '')
            .toSorted()
            .map((type): [string, string] => [type, entityTypeLabel(type, context)]),
        ],
      }),
    fields.includes('status') &&
      select({
        ...{ name: 'status', label: entityTexts.status, value: filters.status ?? '' },
        options: [
          ['', texts.any],
          ...registerStatuses.map((each): [string, string] => [each, entityTexts.statuses[each]]),
        ],
      }),
    ...(fields.includes('formationDate')
      ? [day('formedFrom', texts.formedFrom), day('formedUntil', texts.formedUntil)]
      : []),
  ];
  if (!inputs.some((input) => input !== false)) return null;
  const isUsed = Object.keys(filters).length > 0;
  return html`<details${isUsed && html` open`}><summary>${texts.filters}</summary>${inputs}</details>`;
}

function results(context: PageContext, search: RegisterSearch, found: RegisterResults): Content {
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
${ways(context, search, found)}`;
}

function ways(
  context: PageContext,
  { query, filters }: RegisterSearch,
  { pagination: { page, pages } }: RegisterResults,
): Content {
  if (pages === 1) return null;
  const texts = textsFor(context);
  const to = (other: number) =>
    href(
      context,
      `/register?${new URLSearchParams({ q: query, ...filters, page: String(other) })}`,
    );
  return html`<nav class="acts" aria-label="${texts.pages}">
${page > 1 && html`<a href="${to(page - 1)}" rel="prev">${texts.before}</a>`}
<span>${texts.page(page, pages)}</span>
${page < pages && html`<a href="${to(page + 1)}" rel="next">${texts.after}</a>`}
</nav>`;
}

/** The register's statistics for the published fields. */
function statisticsPart(
  context: PageContext,
  { at, types, months }: RegisterStatistics,
  fields: readonly PublishedField[],
): Content {
  const texts = textsFor(context);
  const rows = Object.entries(types).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (rows.length === 0) return null;
  const number = (value: number) => value.toLocaleString(context.locale ?? 'en');
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const { statuses } = entityTextsFor(context);
  const found = entityStatuses.filter(
    (status) => fields.includes('status') && rows.some(([, counts]) => counts[status]),
  );
  return html`<h2>${texts.numbers}</h2>
${
  fields.includes('type') &&
  dataTable(
    [entityTextsFor(context).type, texts.all, ...found.map((status) => statuses[status])],
    rows.map(([type, counts]) => [
      entityTypeLabel(type, context),
      number(sum(Object.values(counts))),
      ...found.map((status) => number(counts[status] ?? 0)),
    ]),
  )
}
${fields.includes('formationDate') && charts(context, at, months)}
<p class="fine">${texts.counted} ${instant(at, context)}.</p>`;
}

function charts(context: PageContext, at: string, months: RegisterStatistics['months']): Content {
  const texts = textsFor(context);
  const last = Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
  const names = Array.from({ length: shownMonths }, (_, index) => {
    const month = last - shownMonths + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
  const first = names[0] ?? '';
  let total = Object.entries(months).reduce(
    (all, [month, n]) => (month < first ? all + n : all),
    0,
  );
  const format = new Intl.DateTimeFormat(context.locale ?? 'en', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  const formed = names.map((month) => ({
    label: format.format(new Date(`${month}-01T00:00:00Z`)),
    value: months[month] ?? 0,
  }));
  const grown = formed.map(({ label, value }) => {
    total += value;
    return { label, value: total };
  });
  const { asTable } = texts;
  const shared = { asTable, locale: context.locale };
  return [
    chart({
      ...{ ...shared, title: texts.formedTitle, kind: 'bars', points: formed },
      heads: [texts.month, texts.formed],
    }),
    chart({
      ...{ ...shared, title: texts.grownTitle, kind: 'line', points: grown },
      heads: [texts.month, texts.grown],
    }),
  ];
}
