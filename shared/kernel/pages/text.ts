import { countryName } from '../contracts/address.ts';
import type { SortOrder } from '../contracts/pagination.ts';
import { type PostalAddress, shownPostalCode } from '../domain/legal-entity.ts';
import type { Localized } from '../domain/locale.ts';
import { formatDay, formatTime } from './format-dates.ts';
import { type Content, type Html, html } from './html.ts';

/** A status message; `success` after an action, `warning` where the viewer must be careful. */
export function notice(
  kind: 'info' | 'success' | 'warning',
  title: string,
  content?: Content,
): Html {
  return html`<div class="notice ${kind}" role="status">
<h2>${title}</h2>
${content}
</div>`;
}

export type Row = readonly [term: string, description: Content];

/** Terms and their descriptions; a row without a description is omitted. */
export function definitionList(rows: readonly (Row | null)[]): Html {
  return html`<dl>${rows.map(
    (row) => row !== null && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`,
  )}</dl>`;
}

/** An instant for readers in any time zone: day, month in words, time in UTC and in the jurisdiction. */
export function instant(iso: string, context: Localized): Html {
  return html`<time datetime="${iso}">${formatDay(iso, context.locale)}, ${formatTime(iso, context)}</time>`;
}

/** An amount of money: `USD 300.00`. */
export function money({ amountCents, currency }: Money): string {
  amounts ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
  return `${currency} ${amounts.format(amountCents / 100)}`;
}

/** Created once, on first use: creating it takes a sixth of a page function's start. */
let amounts: Intl.NumberFormat | undefined;

interface Money {
  readonly amountCents: number;
  readonly currency: string;
}

/** The header of a column that sorts: see `sortableHead`. */
export interface SortableHead {
  readonly label: string;
  /** Null if the table is sorted by another column. */
  readonly order: SortOrder | null;
  /** The same list in the order that a click chooses. */
  readonly href: string;
}

/**
 * The header of a column that sorts its table. Use it only if the page shows the whole list, or if
 * the list is read in this order over all its pages: one sorted page of a longer list misleads.
 *
 * `order` is the current order by this column, or null. `address` returns the list's address in an
 * order, with its filters and without a cursor.
 */
export function sortableHead(
  label: string,
  order: SortOrder | null,
  address: (order: SortOrder) => string,
): SortableHead {
  return { label, order, href: address(order === 'asc' ? 'desc' : 'asc') };
}

/**
 * A table with one row for each item, whose first cell is a heading. On a narrow screen each cell
 * shows its label, empty cells are omitted, and only headers that sort are shown above the rows.
 */
export function dataTable(
  heads: readonly (string | SortableHead)[],
  rows: readonly (readonly [Content, ...(Content | null)[]])[],
): Html {
  const labels = heads.map((head) => (typeof head === 'string' ? head : head.label));
  return html`<table class="beside cases"><thead><tr>${heads.map(headCell)}</tr></thead>
<tbody>${rows.map(
    ([name, ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell, index) =>
        cell === null ? html`<td></td>` : html`<td data-in="${labels[index + 1]}">${cell}</td>`,
      )}</tr>
`,
  )}</tbody></table>`;
}

function headCell(head: string | SortableHead): Html {
  if (typeof head === 'string') return html`<th scope="col">${head}</th>`;
  const { label, order, href } = head;
  if (order === null) return html`<th scope="col"><a href="${href}">${label}</a></th>`;
  const isRising = order === 'asc';
  return html`<th scope="col" aria-sort="${isRising ? 'ascending' : 'descending'}"><a href="${href}">${label} <span aria-hidden="true">${isRising ? '▲' : '▼'}</span></a></th>`;
}

/** The main content, with an aside next to it, or below it on a narrow screen. For wide pages. */
export function withAside(content: Content, aside: Content): Html {
  return html`<div class="desk"><div>${content}</div><div class="aside">${aside}</div></div>`;
}

/** The steps of a task in order; only screen readers get the word for completed steps. */
export function stepList(
  title: string,
  steps: readonly { readonly name: string; readonly state: 'done' | 'now' | 'later' }[],
  doneWord: string,
): Html {
  return html`<ol class="steps" aria-label="${title}">${steps.map(({ name, state }) => {
    if (state === 'done') {
      return html`<li class="done">${name}<span class="unseen"> (${doneWord})</span></li>`;
    }
    return state === 'now' ? html`<li aria-current="step">${name}</li>` : html`<li>${name}</li>`;
  })}</ol>`;
}

/** A status in a word, coloured by its meaning. */
export function tag(word: string, kind?: 'good' | 'warn' | 'bad'): Html {
  return html`<span class="tag${kind !== undefined && ` ${kind}`}">${word}</span>`;
}

const colours: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  ...{ propose: 'warn', sign_and_pay: 'warn', sign: 'warn', pay: 'warn', open: 'warn' },
  ...{ rename: 'warn', submit: 'warn', answer: 'warn' },
  ...{ approved: 'good', issued: 'good', paid: 'good' },
  ...{ rejected: 'bad', annulled: 'bad' },
};

/**
 * The stage of a filing or an invoice in words, coloured by whether the viewer must act, or by its
 * outcome.
 */
export function stageTag(word: string, stage: string): Html {
  return tag(word, colours[stage]);
}

/** Text that is compared character by character: numbers, codes, digests. */
export function exact(text: string): Html {
  return html`<span class="exact">${text}</span>`;
}

/** A name in programs, such as an event's. It wraps at its dots and underscores. */
export function dotted(name: string): Html {
  const parts = name.split(/(?<=[._])/);
  return html`<span class="exact">${parts.map((part, index) => [index > 0 && html`<wbr>`, part])}</span>`;
}

/** A text with its line breaks. */
export function linesOf(text: string): Content {
  return text.split(/\r?\n/).map((line, index) => [index > 0 && html`<br>`, line]);
}

/** A postal address, one line each, with the country's name. */
export function addressLines(address: PostalAddress, context: Localized = {}): Content {
  const { line1, line2, city, state, country } = address;
  const place = [shownPostalCode(address), city, state].filter(Boolean).join(' ');
  const lines = [line1, line2, place, countryName(country, context.locale)];
  return lines.filter(Boolean).map((line, index) => [index > 0 && html`<br>`, line]);
}
