import { describe, expect, it } from 'vitest';
import { proofExtensions, proofTypeOf } from '../../../shared/documents/domain/proof-file.ts';
import { proofOfAddressFileName } from '../../../shared/residency/domain/proof-of-address.ts';
import { aJpeg, anEmptyZip, aPdf, aPng } from '../../support/files.ts';
import { joined } from '../../support/multipart.ts';

/** A zip directory's end whose comment has this length, of which so much is there. */
function zipEnd(comment: number, there = comment): Uint8Array<ArrayBuffer> {
  const end = joined([anEmptyZip, 'c'.repeat(there)]);
  end[20] = comment % 256;
  end[21] = Math.floor(comment / 256);
  return end;
}

/** A PDF in whose middle something is, and which ends as PDFs do. */
const pdfWith = (...middle: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
  joined(['%PDF-1.7\n', ...middle, '\n%%EOF\n']);

describe('the type of a file', () => {
  it.each([
    ['application/pdf', aPdf(), '.pdf'],
    ['image/jpeg', aJpeg, '.jpg'],
    ['image/png', aPng, '.png'],
  ])('is %s by its first bytes, and names its ending', (type, content, extension) => {
    expect(proofTypeOf(content)).toBe(type);
    expect(proofExtensions[type]).toBe(extension);
    expect(proofOfAddressFileName('one', type)).toBe(`proof-of-address-one${extension}`);
    for (let place = 0; place < 3; place += 1) {
      const other = Uint8Array.from(content);
      other[place] = (other[place] ?? 0) ^ 1;
      expect(proofTypeOf(other)).toBeNull();
    }
  });

  it('has no ending where it is not known', () => {
    expect(proofOfAddressFileName('one', 'text/html')).toBe('proof-of-address-one');
  });

  it('is no PNG by less than its eight bytes', () => {
    for (let place = 0; place < 8; place += 1) {
      const other = Uint8Array.from(aPng);
      other[place] = (other[place] ?? 0) ^ 1;
      expect(proofTypeOf(other)).toBeNull();
    }
    expect(proofTypeOf(new Uint8Array())).toBeNull();
    expect(proofTypeOf(Uint8Array.of(0x25))).toBeNull();
  });

  it.each([0x00, 0x09, 0x0a, 0x0d, 0x20])('is found with padding behind its end: %i', (byte) => {
    const padding = new Uint8Array(5).fill(byte);
    expect(proofTypeOf(joined([aPdf(), padding]))).toBe('application/pdf');
    expect(proofTypeOf(joined([aJpeg, padding]))).toBe('image/jpeg');
    expect(proofTypeOf(joined([aPng, padding]))).toBeNull();
  });

  it.each([0x01, 0x08, 0x0e, 0x1f, 0x21, 0xff])(
    'is none with other bytes behind it: %i',
    (byte) => {
      expect(proofTypeOf(joined([aPdf(), Uint8Array.of(byte)]))).toBeNull();
      expect(proofTypeOf(joined([aJpeg, Uint8Array.of(0, byte, 0)]))).toBeNull();
    },
  );
});

describe('a file that is a page as well', () => {
  it.each([
    '<html',
    '<HTML>',
    '<script',
    '<ifRAME',
    '<?php',
    '<!doctype html',
    '<!DOCTYPE \n\t html',
  ])('is not taken: %j', (tag) => {
    expect(proofTypeOf(pdfWith(tag))).toBeNull();
  });

  it.each(['<!doctype', '<!doctypehtml', '<htm', '?php', '< html'])(
    'is one for less: %j',
    (text) => {
      expect(proofTypeOf(pdfWith(text))).toBe('application/pdf');
    },
  );
});

describe('a file that is an archive as well', () => {
  it.each([0, 1, 255, 256, 0xffff])(
    'is not taken: its directory is found behind a comment of %i bytes',
    (comment) => {
      const zip = zipEnd(comment, comment < 7 ? comment : comment - 7);
      const content = joined(['%PDF-1.7\n', zip, comment < 7 ? '' : '\n%%EOF\n']);
      expect(proofTypeOf(content)).toBeNull();
    },
  );

  it('is not taken where its directory is the very end, or other bytes follow the comment', () => {
    expect(proofTypeOf(pdfWith(zipEnd(0)))).toBeNull();
    expect(proofTypeOf(pdfWith(zipEnd(2), 'more'))).toBeNull();
  });

  it('is one that is taken where the comment would end behind the file, or no reader looks', () => {
    expect(proofTypeOf(pdfWith(zipEnd(300, 3)))).toBe('application/pdf');
    expect(proofTypeOf(pdfWith(zipEnd(0x0101, 0x40)))).toBe('application/pdf');
    const far = ' '.repeat(0xffff);
    expect(proofTypeOf(pdfWith(zipEnd(0), far))).toBe('application/pdf');
  });

  it('is looked for as far back as the longest comment lets readers look', () => {
    // The directory's end, its 18 further bytes, and a file that ends exactly where the longest comment would.
    const tail = '\n%%EOF\n';
    const near = joined(['%PDF-1.7\n', zipEnd(0xffff, 0xffff - tail.length), tail]);
    expect(proofTypeOf(near)).toBeNull();
  });

  it('is not taken where one begins in a file without an end', () => {
    const cut = (more: string) => joined(['%PDF-1.7\n', more, ' '.repeat(50)]);
    expect(proofTypeOf(cut(''))).toBe('application/pdf');
    for (const begin of ['PK\x03\x04', '%PDF-', '%%EOF', '\xff\xd8\xff', '\x89PNG\r\n']) {
      const bytes = Uint8Array.from(begin, (character) => character.charCodeAt(0));
      expect([begin, proofTypeOf(joined(['%PDF-1.7\n', bytes, ' '.repeat(50), 'x']))]).toEqual([
        begin,
        null,
      ]);
    }
    for (const less of ['PK\x03\x05', 'PX\x03\x04', '%PDX-', '%%EOX']) {
      expect(proofTypeOf(cut(less))).toBe('application/pdf');
    }
  });
});
