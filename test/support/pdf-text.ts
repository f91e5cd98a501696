import { inflateSync } from 'node:zlib';

/** A piece of text as it is drawn: lengths in points, from the page's lower left corner. */
export interface DrawnText {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly size: number;
  readonly hasMissingGlyph: boolean;
}

export interface ReadPdf {
  readonly pageCount: number;
  readonly texts: readonly DrawnText[];
  /** Dark rectangles of filled paths: x, y, width, height. */
  readonly rectangles: readonly (readonly [number, number, number, number])[];
  /** The dictionary of the object that a key of the catalogue refers to, or the key's value. */
  catalogue(key: string): string;
  /** A text of the information dictionary. */
  info(key: string): string;
  /** Structure elements in reading order: type, and the text that represents their content. */
  readonly structure: readonly {
    readonly type: string;
    readonly alt?: string;
    readonly actual?: string;
  }[];
  /** The number of fonts, and how many of them are embedded. */
  readonly fonts: { readonly count: number; readonly embedded: number };
}

interface PdfObject {
  readonly dictionary: string;
  readonly content: Buffer | null;
}

/**
 * Reads PDFs as this service writes them: objects of the cross-reference table, inflated streams,
 * and text with each font's own widths and characters. It can't read other PDFs.
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const objects = objectsOf(Buffer.from(bytes));
  const object = (reference: string): PdfObject => {
    const found = objects.get(Number.parseInt(reference, 10));
    if (found === undefined) throw new Error(`No object ${reference}`);
    return found;
  };
  const trailer = Buffer.from(bytes).toString('latin1').split('trailer').at(-1) ?? '';
  const root = object(value(trailer, 'Root')).dictionary;
  const information = object(value(trailer, 'Info')).dictionary;
  const pages = references(value(object(value(root, 'Pages')).dictionary, 'Kids')).map(object);
  const drawn = pages.map(({ dictionary }, page) => {
    const fonts = fontsOf(object(value(dictionary, 'Resources')).dictionary, object);
    return textsOf(object(value(dictionary, 'Contents')).content ?? Buffer.alloc(0), fonts, page);
  });
  const dictionaries = [...objects.values()].map(({ dictionary }) => dictionary);
  return {
    pageCount: pages.length,
    texts: drawn.flatMap(({ texts }) => texts),
    rectangles: drawn.flatMap(({ rectangles }) => rectangles),
    catalogue(key) {
      const found = value(root, key);
      return / 0 R$/.test(found) ? object(found).dictionary : text(found);
    },
    info: (key) => text(object(value(information, key)).dictionary),
    structure: structureOf(object(value(root, 'StructTreeRoot')).dictionary, object),
    fonts: {
      count: dictionaries.filter((dictionary) => /\/Subtype \/Type0\b/.test(dictionary)).length,
      embedded: dictionaries.filter((dictionary) => /\/FontFile[23] /.test(dictionary)).length,
    },
  };
}

/** The text on the page, run by run in drawing order. */
export function plainText({ texts }: ReadPdf): string {
  return texts
    .map((piece) => piece.text)
    .join('\n')
    .replace(/ ?\n/g, ' ')
    .trim();
}

function objectsOf(file: Buffer): ReadonlyMap<number, PdfObject> {
  const binary = file.toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(binary)?.[1]);
  const objects = new Map<number, PdfObject>();
  for (const [, offset] of binary.slice(start).matchAll(/^(\d{10}) 00000 n/gm)) {
    const at = Number(offset);
    const head = /^(\d+) 0 obj\n([\s\S]*?)\n(stream\n|endobj)/.exec(binary.slice(at, at + 400_000));
    if (head === null) throw new Error(`No object at ${offset}`);
    const [all, number, dictionary = '', end] = head;
    const from = at + all.length;
    const raw =
      end === 'stream\n' ? file.subarray(from, from + Number(value(dictionary, 'Length'))) : null;
    const content = raw !== null && dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw;
    objects.set(Number(number), { dictionary, content });
  }
  return objects;
}

/** The value of a key: up to the end of its line or, in a list, of its brackets. */
function value(dictionary: string, key: string): string {
  const found = new RegExp(`/${key} (\\[[^\\]]*\\]|\\((?:\\\\[\\s\\S]|[^\\\\)])*\\)|[^\\n]+)`).exec(
    dictionary,
  );
  if (found?.[1] === undefined) throw new Error(`No ${key}`);
  return found[1];
}

function references(list: string): readonly string[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => number ?? '');
}

interface Font {
  readonly widths: readonly number[];
  readonly characters: readonly string[];
}

function fontsOf(
  resources: string,
  object: (reference: string) => PdfObject,
): ReadonlyMap<string, Font> {
  const fonts = new Map<string, Font>();
  for (const [, name = '', reference = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const font = object(reference).dictionary;
    const descendant = object(references(value(font, 'DescendantFonts'))[0] ?? '').dictionary;
    const widths = /\/W \[0 \[([^\]]*)\]/.exec(descendant)?.[1] ?? '';
    const map = object(value(font, 'ToUnicode')).content?.toString('latin1') ?? '';
    const ranges = map.split('beginbfrange')[1]?.split('endbfrange')[0] ?? '';
    const characters = [...ranges.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
    fonts.set(name, { widths: widths.trim().split(/\s+/).map(Number), characters });
  }
  return fonts;
}

function textsOf(content: Buffer, fonts: ReadonlyMap<string, Font>, page: number) {
  const texts: DrawnText[] = [];
  const rectangles: (readonly [number, number, number, number])[] = [];
  const source = content.toString('latin1');
  for (const [, block = ''] of source.matchAll(/\nBT\n([\s\S]*?)\nET/g)) {
    const [, name = '', size = ''] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? [];
    const tracking = Number(/([\d.]+) Tc/.exec(block)?.[1] ?? 0);
    const font = fonts.get(name);
    if (font === undefined) throw new Error(`No font ${name}`);
    const first = /1 0 0 1 (\S+) (\S+) Tm/.exec(block);
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
    );
    const advance = glyphs.reduce((sum, glyph) => sum + (font.widths[glyph] ?? 0), 0);
    texts.push({
      page,
      text: glyphs.map((glyph) => font.characters[glyph] ?? '').join(''),
      x: Number(first?.[1]),
      baseline: Number(first?.[2]),
      width: (advance * Number(size)) / 1000 + tracking * glyphs.length,
      size: Number(size),
      hasMissingGlyph: glyphs.includes(0),
    });
  }
  for (const [, x, y, width, height] of source.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)) {
    rectangles.push([Number(x), Number(y), Number(width), Number(height)]);
  }
  return { texts, rectangles };
}

function structureOf(
  element: string,
  object: (reference: string) => PdfObject,
): ReadPdf['structure'] {
  const children = /\/K (\[[\s\S]*?\])/.exec(element)?.[1] ?? '';
  return references(children).flatMap((reference) => {
    const { dictionary } = object(reference);
    if (!/\/S \//.test(dictionary)) return [];
    const type = value(dictionary, 'S').slice(1);
    const alt = dictionary.includes('/Alt ') ? { alt: text(value(dictionary, 'Alt')) } : {};
    const actual = dictionary.includes('/ActualText ')
      ? { actual: text(value(dictionary, 'ActualText')) }
      : {};
    return [{ type, ...alt, ...actual }, ...structureOf(dictionary, object)];
  });
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A PDF text string: in Latin-1, or in UTF-16 with a byte order mark. */
function text(literal: string): string {
  const binary = literal
    .replace(/^\(|\)$/g, '')
    .replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
  if (!binary.startsWith('\xfe\xff')) return binary;
  return Buffer.from(binary.slice(2), 'latin1').swap16().toString('utf16le');
}
