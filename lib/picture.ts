import type { Picture } from '../shared/kernel/domain/branding.ts';

type Shape = Picture['shapes'][number];

/** The fill of shapes that set none themselves. */
type Filling = Pick<Shape, 'rule'> & { readonly fill: string };

/** The attributes an element may have; others are refused by name. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  svg: ['xmlns', 'version', 'viewBox', 'width', 'height'],
  g: [],
  title: [],
  desc: [],
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  ellipse: ['cx', 'cy', 'rx', 'ry'],
  rect: ['x', 'y', 'width', 'height'],
  polygon: ['points'],
};
const ofAll = ['id', 'fill', 'fill-rule'];

/** The next piece of a file: a tag with its attributes, a comment, the XML declaration, or text without entities. */
const piece =
  /<(?<end>\/?)(?<tag>[A-Za-z][\w:.-]*)(?<given>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(?<closed>\/?)>|<!--(?:(?!--).)*-->|<\?xml\s[^<>?]*\?>|(?<text>[^<&]+)/sy;

/**
 * Reads an SVG that pages and documents can both draw: filled paths, circles, ellipses, rectangles and polygons, in
 * groups.
 *
 * Only supported parts are read, and the picture is written again from them (`asSvg`), so nothing else in the file is
 * used. Throws with what is not accepted, after `setting`.
 */
export function readPicture(svg: string, setting: string): Picture {
  const refuse = (reason: string): never => {
    throw new Error(`${setting}: ${reason}`);
  };
  const shapes: Shape[] = [];
  const open: { readonly tag: string; readonly filling: Filling }[] = [];
  let box: Picture['box'] | undefined;
  piece.lastIndex = 0;
  while (piece.lastIndex < svg.length) {
    const at = piece.lastIndex;
    const { end, tag, given = '', closed, text } = piece.exec(svg)?.groups ?? refuseAt(at);
    if (text !== undefined) {
      const within = open.at(-1)?.tag ?? '';
      if (text.trim() !== '' && !/^(title|desc)$/.test(within)) refuse('text outside title');
      continue;
    }
    if (tag === undefined) continue;
    if (end === '/') {
      if (open.pop()?.tag !== tag) refuse(`</${tag}> closes nothing`);
      continue;
    }
    const known = attributes[tag] ?? refuse(`${tag} is not accepted: ${accepted}`);
    if ((tag === 'svg') !== (open.length === 0)) refuse('one svg, with all shapes in it');
    if (tag === 'svg' && box !== undefined) refuse('one svg, with all shapes in it');
    const values = valuesOf(given);
    for (const name of values.keys()) {
      if (![...known, ...ofAll].includes(name)) {
        refuse(`${name} of ${tag} is not accepted: ${accepted}`);
      }
    }
    const filling = fillingOf(values, open.at(-1)?.filling);
    if (tag === 'svg') box = boxOf(values);
    const path = pathOf(tag, values);
    if (path !== null && filling.fill !== 'none') shapes.push({ path, ...filling });
    if (closed !== '/') open.push({ tag, filling });
  }
  if (open.length > 0 || box === undefined) return refuse('the file is no complete svg');
  if (shapes.length === 0) refuse('nothing in it is filled');
  return { box, shapes };

  function refuseAt(at: number): never {
    const line = svg.slice(0, at).split('\n').length;
    return refuse(
      `line ${line} is not accepted, for entities, scripts and anything but plain tags are refused`,
    );
  }

  function fillingOf(values: ReadonlyMap<string, string>, outer?: Filling): Filling {
    const fill = values.get('fill') ?? outer?.fill ?? '#000000';
    const rule = values.get('fill-rule') ?? outer?.rule ?? 'nonzero';
    if (rule !== 'nonzero' && rule !== 'evenodd') return refuse(`fill-rule ${rule}`);
    if (fill === 'none' || /^#[0-9a-f]{6}$/i.test(fill)) return { fill: fill.toLowerCase(), rule };
    if (!/^#[0-9a-f]{3}$/i.test(fill)) {
      return refuse(`fill ${fill} is not accepted: write #rrggbb, #rgb or none`);
    }
    return { fill: fill.toLowerCase().replaceAll(/[0-9a-f]/g, '$&$&'), rule };
  }

  function boxOf(values: ReadonlyMap<string, string>): Picture['box'] {
    const [left = 0, top = 0, width = 0, height = 0, ...more] = numbers(
      values.get('viewBox') ?? '',
    );
    if (more.length > 0 || !(width > 0 && height > 0)) refuse('viewBox needs four numbers');
    if (width > 2 * height || height > 2 * width) {
      refuse('viewBox is more than twice as wide as high, or the reverse');
    }
    return [left, top, width, height];
  }

  function pathOf(tag: string, values: ReadonlyMap<string, string>): string | null {
    const number = (name: string): number => {
      const [value = 0, ...more] = numbers(values.get(name) ?? '0');
      return more.length === 0 ? value : refuse(`${name} of ${tag} is no number`);
    };
    if (tag === 'path') {
      const data = values.get('d') ?? '';
      return segmentsOf(data) ?? refuse(`d of path is no path: ${data.slice(0, 40)}`);
    }
    if (tag === 'rect') {
      return `M${number('x')} ${number('y')}h${number('width')}v${number('height')}h${-number('width')}z`;
    }
    if (tag === 'circle') return oval(number('cx'), number('cy'), number('r'), number('r'));
    if (tag === 'ellipse') return oval(number('cx'), number('cy'), number('rx'), number('ry'));
    if (tag !== 'polygon') return null;
    const points = numbers(values.get('points') ?? '');
    if (points.length < 6 || points.length % 2 !== 0) refuse('points of polygon are no corners');
    return `M${points.join(' ')}z`;
  }

  function numbers(text: string): readonly number[] {
    const parts = text.split(/[\s,]+/).filter((part) => part !== '');
    if (parts.some((part) => !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(part))) {
      refuse(`"${text.slice(0, 40)}" are no numbers without a unit`);
    }
    return parts.map(Number);
  }
}

const accepted =
  'filled paths, circles, ellipses, rects and polygons in groups are, without transform, style or stroke';

function valuesOf(given: string): ReadonlyMap<string, string> {
  const pairs = given.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(Array.from(pairs, ([, name = '', one, other]) => [name, one ?? other ?? '']));
}

function oval(x: number, y: number, width: number, height: number): string {
  const half = `${width} ${height} 0 1 0`;
  return `M${x - width} ${y}a${half} ${2 * width} 0a${half} ${-2 * width} 0z`;
}

/** How many numbers each command of a path takes (SVG 2, 9.3). */
const commands: Readonly<Record<string, number>> = {
  ...{ M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 },
};

/** Path data with every command and number separated, which all renderers read alike; null if it is invalid. */
function segmentsOf(data: string): string | null {
  const segments: string[] = [];
  let rest = data.trim();
  let command = '';
  const take = (pattern: RegExp): string | undefined => {
    const [whole = '', found] = pattern.exec(rest) ?? [];
    rest = rest.slice(whole.length);
    return found;
  };
  while (rest !== '') {
    const next = take(/^([a-z])\s*/i);
    // Additional pairs after a move are lines.
    const repeated = command === 'M' ? 'L' : command === 'm' ? 'l' : command;
    if (next === undefined && /^[zZ]?$/.test(repeated)) return null;
    command = next ?? repeated;
    const count = commands[command.toUpperCase()];
    if (count === undefined || (segments.length === 0 && !/m/i.test(command))) return null;
    const numbers = Array.from({ length: count }, (_, at) =>
      take(
        // The flags of an arc may have no separator.
        count === 7 && (at === 3 || at === 4)
          ? /^([01])[\s,]*/
          : /^([+-]?(?:\d{1,6}\.?\d*|\.\d+)(?:e-?\d)?)[\s,]*/i,
      ),
    );
    if (numbers.includes(undefined)) return null;
    segments.push(command + numbers.join(' '));
  }
  return segments.length > 1 ? segments.join('') : null;
}

/** The picture as an SVG file, written only from what was read. */
export function asSvg({ box, shapes }: Picture): string {
  const drawn = shapes.map(
    ({ path, fill, rule }) =>
      `<path fill='${fill}'${rule === 'evenodd' ? " fill-rule='evenodd'" : ''} d='${path}'/>`,
  );
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${box.join(' ')}'>${drawn.join('')}</svg>`;
}

/** The same as a `data:` URL, which needs no request; it has no double quote. */
export function asDataUrl(picture: Picture): string {
  return `data:image/svg+xml,${asSvg(picture).replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;
}
