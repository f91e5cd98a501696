import type { Locale, Localized } from '../domain/locale.ts';
import { formatDay } from './format-dates.ts';
import { type Html, html } from './html.ts';

/** A data point with its name, and additional text for the table. */
interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** The parts of the value, in the order of `parts`. */
  readonly parts?: readonly number[];
}

export interface ChartOptions {
  readonly title: string;
  /** `bars` for separate amounts, `line` for running totals. */
  readonly kind: 'bars' | 'line';
  /** The table headings: the points and the value. */
  readonly heads: readonly [point: string, value: string, ...parts: string[]];
  readonly points: readonly ChartPoint[];
  /** The label that opens the table. */
  readonly asTable: string;
  readonly locale?: Locale | undefined;
}

/** Up to this many bars, each has a label below it; with more, only the first and the last. */
const labelled = 6;

/**
 * A chart of bars or a line, without a script and in the jurisdiction's colours, with the same data
 * as a table for everyone. The picture contains no text because it scales with the page, and text
 * would become too small.
 */
export function chart(options: ChartOptions): Html {
  const { title, kind, points, heads, asTable, locale } = options;
  const most = Math.max(1, ...points.map(({ value }) => value));
  const number = (value: number) => value.toLocaleString(locale ?? 'en');
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const ends = [first, last].map(({ label, value }) => `${label}: ${number(value)}`);
  return html`<figure class="chart">
<figcaption>${title}</figcaption>
<svg viewBox="0 0 ${points.length * 10} 100" preserveAspectRatio="none" aria-hidden="true">${
    kind === 'bars' ? barsOf(points, most) : lineOf(points, most)
  }</svg>
<div class="ends" aria-hidden="true">${
    points.length <= labelled
      ? points.map(({ label, value }) => html`<span>${label}<br><b>${number(value)}</b></span>`)
      : ends.map((end) => html`<span>${end}</span>`)
  }</div>
<details><summary>${asTable}<span class="unseen">: ${title}</span></summary>
<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${points.map(
    ({ label, value, parts = [] }) =>
      html`<tr><th scope="row">${label}</th>${[value, ...parts].map((each) => html`<td>${number(each)}</td>`)}</tr>`,
  )}</tbody></table></details>
</figure>`;
}

interface TimelineEvent {
  /** ISO 8601. */
  readonly at: string;
  readonly what: string;
}

interface TimelineOptions {
  readonly title: string;
  /** The table headings. */
  readonly heads: readonly [day: string, event: string];
  /** In any order. Those without a time are left out. */
  readonly events: readonly {
    readonly at: string | null | undefined;
    readonly what: string;
  }[];
  /** The state today, which is between past and planned events. */
  readonly now?: TimelineEvent;
  readonly asTable: string;
}

/**
 * Events as marks on a line whose distances are those in time, and as a table in their order. Empty if
 * everything is on one day.
 */
export function timeline(options: TimelineOptions, context: Localized): Html {
  const { title, heads, events, now, asTable } = options;
  const all = [...events, ...(now === undefined ? [] : [now])]
    .filter((event): event is TimelineEvent => Boolean(event.at))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const [first, last] = [all.at(0), all.at(-1)];
  if (first === undefined || last === undefined) return html``;
  const day = ({ at }: TimelineEvent) => formatDay(at, context.locale);
  if (day(first) === day(last)) return html``;
  const start = Date.parse(first.at);
  const span = Date.parse(last.at) - start;
  const place = ({ at }: TimelineEvent) => Math.round(((Date.parse(at) - start) / span) * 990);
  return html`<figure class="chart timeline">
<figcaption>${title}</figcaption>
<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">${all.map(
    (event) =>
      html`<rect${event === now && html` class="now"`} x="${place(event)}" y="${event === now ? 0 : 30}" width="10" height="${event === now ? 100 : 70}"/>`,
  )}</svg>
<div class="ends" aria-hidden="true">${[first, last].map((event) => html`<span>${day(event)}: ${event.what}</span>`)}</div>
<details><summary>${asTable}<span class="unseen">: ${title}</span></summary>
<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${all.map((event) => html`<tr><th scope="row">${day(event)}</th><td>${event.what}</td></tr>`)}</tbody></table></details>
</figure>`;
}

function barsOf(points: readonly ChartPoint[], most: number): readonly Html[] {
  return points.map(({ value }, index) => {
    const height = share(value, most);
    return html`<rect x="${index * 10 + 1}" y="${100 - height}" width="8" height="${height}"/>`;
  });
}

function lineOf(points: readonly ChartPoint[], most: number): Html {
  const places = points.map(({ value }, index) => `${index * 10 + 5},${100 - share(value, most)}`);
  const end = (points.length - 1) * 10 + 5;
  return html`<polygon points="5,100 ${places.join(' ')} ${end},100"/><polyline points="${places.join(' ')}"/>`;
}

/** The percentage of the height. Small values get enough to stay visible. */
function share(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round((value / most) * 96));
}
