import { create } from 'qrcode/lib/core/qrcode.js';
import { type Html, html } from './html.ts';

/** The width of the light margin around the symbol, in modules, that scanners need. */
const quietZone = 4;

/**
 * A QR code as a picture in the page: dark on light in both colour schemes, as scanners need it.
 */
export function qrSvg(text: string, label: string): Html {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, row) =>
    runsOf(modules.size, (column) => modules.get(row, column) !== 0)
      .map(([first, length]) => `M${first + quietZone} ${row + quietZone}h${length}v1h-${length}z`)
      .join(''),
  );
  const side = modules.size + 2 * quietZone;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="240" height="240" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${rows.join('')}"/></svg>`;
}

/** The dark runs of a row: where each begins, and its length. */
function runsOf(size: number, isDark: (column: number) => boolean): readonly [number, number][] {
  const runs: [number, number][] = [];
  for (let column = 0; column < size; column += 1) {
    const last = runs.at(-1);
    if (!isDark(column)) continue;
    if (last !== undefined && last[0] + last[1] === column) last[1] += 1;
    else runs.push([column, 1]);
  }
  return runs;
}
