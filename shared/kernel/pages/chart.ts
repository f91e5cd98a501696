import type { Locale } from '../domain/locale.ts';
import { type Html, html } from './html.ts';

/** A data point with its name, and the additional text for the table. */
interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** The parts of the value, in the order of `parts`. */
  readonly parts?: readonly number[];
}

export interface ChartOptions {
  readonly title: string;
  /** `bars` for amounts of their own, `line` for what grows. */
  readonly kind: 'bars' | 'line';
  /** The head of the table: the points and the counted value. */
  readonly heads: readonly [point: string, value: string, ...parts: string[]];
  readonly points: readonly ChartPoint[];
  /** What opens the table. */
  readonly asTable: string;
  readonly locale?: Locale | undefined;
}

/** Up to so many bars have their labels below them; of more, the first and the last. */
const labelled = 6;

/**
 * Values as bars or as a line, without a script, in the colours of the jurisdiction, and the same as a table, which everyone
 * can open. The picture has no text: it is as wide as the page, and text would shrink with it.
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

function barsOf(points: readonly ChartPoint[], most: number): readonly Html[] {
  return points.map(({ value }, place) => {
    const height = share(value, most);
    return html`<rect x="${place * 10 + 1}" y="${100 - height}" width="8" height="${height}"/>`;
  });
}

function lineOf(points: readonly ChartPoint[], most: number): Html {
  const places = points.map(({ value }, place) => `${place * 10 + 5},${100 - share(value, most)}`);
  const end = (points.length - 1) * 10 + 5;
  return html`<polygon points="5,100 ${places.join(' ')} ${end},100"/><polyline points="${places.join(' ')}"/>`;
}

/** Its share of the height, as a percentage; a small value can still be seen. */
function share(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round((value / most) * 96));
}
