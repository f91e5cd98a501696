import { randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLogoFile } from '../../shared/oauth/usecases/read-logo-file.ts';
import { aPng, pngPart, pngStart } from '../support/logos.ts';

/** The chunks of a PNG: type and content. */
function partsOf(file: Uint8Array): readonly (readonly [string, Buffer])[] {
  const bytes = Buffer.from(file);
  const parts: [string, Buffer][] = [];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    parts.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end)]);
    at = end + 4;
  }
  return parts;
}

/** The picture read from the file; throws if it is refused. */
function kept(file: Uint8Array) {
  const read = readLogoFile(file);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const text = pngPart('tEXt', Buffer.from('Location\0Palau, Koror'));

describe('a logo file', () => {
  it('is stored with only its header and pixels', () => {
    const { content, side } = kept(aPng({ width: 128 }));
    expect(side).toBe(128);
    const parts = partsOf(content);
    expect(parts.map(([type]) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
    const line = [0, ...Array.from({ length: 128 }, () => [20, 60, 120]).flat()];
    const pixels = inflateSync(parts[1]?.[1] ?? Buffer.alloc(0));
    expect(pixels).toEqual(Buffer.from(Array.from({ length: 128 }, () => line).flat()));
  });

  it('loses text, location, further frames and data after the picture', () => {
    const hidden = '<script>alert(1)</script>';
    const file = Buffer.concat([
      aPng({
        before: [
          text,
          pngPart('eXIf', Buffer.from(hidden)),
          pngPart('acTL', Buffer.alloc(8)),
          pngPart('iCCP', Buffer.from(hidden)),
          pngPart('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
        ],
        after: [pngPart('fdAT', Buffer.from(hidden)), text],
      }),
      Buffer.from(`PK\u0003\u0004${hidden}`),
    ]);
    const { content } = kept(file);
    expect(partsOf(content).map(([type]) => type)).toEqual(['IHDR', 'gAMA', 'IDAT', 'IEND']);
    expect(Buffer.from(content).includes('script')).toBe(false);
    expect(content).toEqual(kept(content).content);
  });

  it('loses data after its compressed pixels', () => {
    const lines = Buffer.alloc(64 * 193);
    const stream = Buffer.concat([deflateSync(lines), Buffer.from('and more')]);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(64, 0);
    header.writeUInt32BE(64, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const file = Buffer.concat([
      pngStart,
      pngPart('IHDR', header),
      pngPart('IDAT', stream.subarray(0, 10)),
      pngPart('IDAT', stream.subarray(10)),
      pngPart('IEND', Buffer.alloc(0)),
    ]);
    expect(Buffer.from(kept(file).content).includes('and more')).toBe(false);
  });

  it('can have a palette and transparent colours', () => {
    const palette = pngPart('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
    const clear = pngPart('tRNS', Buffer.from([0]));
    const file = aPng({
      header: [1, 3, 0, 0, 0],
      pixels: Buffer.alloc(64 * 9),
      before: [palette, clear],
    });
    const types = partsOf(kept(file).content).map(([type]) => type);
    expect(types).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  it('loses a suggested palette', () => {
    const palette = pngPart('PLTE', Buffer.from('hidden and shown to nobody'.padEnd(27)));
    const { content } = kept(aPng({ before: [palette] }));
    expect(partsOf(content).map(([type]) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  const long = Buffer.from('<script>alert(1)</script>'.padEnd(30));
  const palette = pngPart('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
  const twoColours = { header: [1, 3, 0, 0, 0], pixels: Buffer.alloc(64 * 9) };
  it.each<[string, Uint8Array]>([
    ['in its gamma', aPng({ before: [pngPart('gAMA', long)] })],
    ['in its colours', aPng({ before: [pngPart('sRGB', long)] })],
    ['in its transparency', aPng({ before: [pngPart('tRNS', long)] })],
    [
      'in a palette with more colours than its depth allows',
      aPng({ ...twoColours, before: [pngPart('PLTE', long)] }),
    ],
    ['after its palette', aPng({ ...twoColours, before: [palette, pngPart('tRNS', long)] })],
    ['in an empty palette', aPng({ ...twoColours, before: [pngPart('PLTE', Buffer.alloc(0))] })],
    [
      'in the palette of a grey picture',
      aPng({ header: [8, 0, 0, 0, 0], pixels: Buffer.alloc(64 * 65), before: [palette] }),
    ],
    [
      'in the transparency of a picture with an alpha channel',
      aPng({
        header: [8, 6, 0, 0, 0],
        pixels: Buffer.alloc(64 * 257),
        before: [pngPart('tRNS', Buffer.alloc(6))],
      }),
    ],
  ])('is refused if there is invalid data %s', (_, file) => {
    expect(readLogoFile(file)).toBe('not_png');
  });

  it.each<[string, readonly number[], number, number]>([
    ['grey', [8, 0, 0, 0, 0], 65, 2],
    ['true colour', [8, 2, 0, 0, 0], 193, 6],
  ])('can have a transparent colour in %s', (_, header, line, bytes) => {
    const clear = pngPart('tRNS', Buffer.alloc(bytes));
    const file = aPng({ header, pixels: Buffer.alloc(64 * line), before: [clear] });
    expect(partsOf(kept(file).content).map(([type]) => type)).toContain('tRNS');
  });

  it.each<[string, Uint8Array]>([
    ['empty', new Uint8Array(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...randomBytes(200)])],
    ['cut off after 60 bytes', aPng().subarray(0, 60)],
    ['without an end', aPng().subarray(0, -12)],
    ['corrupted in one byte', Buffer.from(aPng().map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    ['missing pixels', aPng({ pixels: Buffer.alloc(100) })],
    ['followed by extra pixels', aPng({ pixels: Buffer.alloc(64 * 193 + 1) })],
    ['a decompression bomb', aPng({ pixels: Buffer.alloc(20_000_000) })],
    ['using an unknown line filter', aPng({ pixels: Buffer.alloc(64 * 193, 9) })],
    ['interlaced', aPng({ header: [8, 2, 0, 0, 1] })],
    ['of an unknown colour type', aPng({ header: [8, 5, 0, 0, 0] })],
    ['of an invalid depth', aPng({ header: [4, 2, 0, 0, 0] })],
    ['missing its palette', aPng({ header: [8, 3, 0, 0, 0], pixels: Buffer.alloc(64 * 65) })],
    ['a file with two headers', aPng({ before: [pngPart('IHDR', Buffer.alloc(13))] })],
    ['using an unknown critical chunk', aPng({ before: [pngPart('ABCD', Buffer.alloc(1))] })],
  ])('is refused if it is %s', (_, file) => {
    expect(readLogoFile(file)).toBe('not_png');
  });

  it.each([
    ['oblong', { width: 64, height: 65 }],
    ['small', { width: 63 }],
    ['large', { width: 513 }],
    ['of width 0', { width: 0 }],
    ['of a size that does not fit in memory', { width: 0xffff_ffff, pixels: Buffer.alloc(1) }],
  ] as const)('is refused if it is %s', (_, drawn) => {
    const file =
      'pixels' in drawn
        ? aPng({ width: 64, pixels: drawn.pixels })
        : aPng({ pixels: Buffer.alloc(1), ...drawn });
    if ('pixels' in drawn) {
      const header = Buffer.alloc(13, 0xff);
      header.set([8, 2, 0, 0, 0], 8);
      const huge = Buffer.concat([pngStart, pngPart('IHDR', header), file.subarray(33)]);
      expect(readLogoFile(huge)).toBe('not_square');
      return;
    }
    expect(readLogoFile(file)).toBe('not_square');
  });

  it('is refused if it has more than 32,768 bytes, as sent or as rewritten', () => {
    const noise = Buffer.from(
      Array.from({ length: 110 }, () => [0, ...randomBytes(110 * 3)]).flat(),
    );
    expect(readLogoFile(aPng({ width: 110, pixels: noise }))).toBe('too_large');
    const behind = Buffer.concat([aPng(), Buffer.alloc(32_768)]);
    expect(readLogoFile(behind)).toBe('too_large');
  });

  it('is refused if any byte of it is changed', () => {
    const file = aPng({ before: [text] });
    const outcomes = Array.from(file, (byte, at) => {
      const changed = Buffer.from(file);
      changed[at] = byte ^ 0x55;
      return readLogoFile(changed);
    });
    expect([...new Set(outcomes)]).toEqual(['not_png']);
  });
});
