import { describe, expect, it } from 'vitest';
import {
  proofExtensions,
  proofOfAddressFileName,
  readProof,
} from '../../../shared/documents/domain/proof-file.ts';
import { aJpeg, anEmptyZip, aPdf, aPng } from '../../support/files.ts';
import { joined } from '../../support/multipart.ts';

function proofTypeOf(content: Uint8Array): string | null {
  const proof = readProof(content);
  return proof.ok ? proof.contentType : null;
}

/** The end of a zip directory with a comment of this length, of which `there` bytes are present. */
function zipEnd(comment: number, there = comment): Uint8Array<ArrayBuffer> {
  const end = joined([anEmptyZip, 'c'.repeat(there)]);
  end[20] = comment % 256;
  end[21] = Math.floor(comment / 256);
  return end;
}

/** A PDF with the given content in its middle, and a regular end. */
const pdfWith = (...middle: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
  joined(['%PDF-1.7\n', ...middle, '\n%%EOF\n']);

describe('the detected type of a file', () => {
  it.each([
    ['application/pdf', aPdf(), '.pdf'],
    ['image/jpeg', aJpeg, '.jpg'],
    ['image/png', aPng, '.png'],
  ])('is %s by its first bytes, and sets the file extension', (type, content, extension) => {
    expect(proofTypeOf(content)).toBe(type);
    expect(proofExtensions[type]).toBe(extension);
    expect(proofOfAddressFileName('one', type)).toBe(`proof-of-address-one${extension}`);
    for (let index = 0; index < 3; index += 1) {
      const other = Uint8Array.from(content);
      other[index] = (other[index] ?? 0) ^ 1;
      expect(proofTypeOf(other)).toBeNull();
    }
  });

  it('that is unknown has no extension', () => {
    expect(proofOfAddressFileName('one', 'text/html')).toBe('proof-of-address-one');
  });

  it('is PNG only with all eight bytes of its signature', () => {
    for (let index = 0; index < 8; index += 1) {
      const other = Uint8Array.from(aPng);
      other[index] = (other[index] ?? 0) ^ 1;
      expect(proofTypeOf(other)).toBeNull();
    }
    expect(proofTypeOf(new Uint8Array())).toBeNull();
    expect(proofTypeOf(Uint8Array.of(0x25))).toBeNull();
  });

  it.each([0x00, 0x09, 0x0a, 0x0d, 0x20])('ignores padding after the end: byte %i', (byte) => {
    const padding = new Uint8Array(5).fill(byte);
    expect(proofTypeOf(joined([aPdf(), padding]))).toBe('application/pdf');
    expect(proofTypeOf(joined([aJpeg, padding]))).toBe('image/jpeg');
    expect(proofTypeOf(joined([aPng, padding]))).toBe('image/png');
  });

  it.each<[string, Uint8Array, string]>([
    ['a PDF that is cut off', aPdf().subarray(0, -9), 'application/pdf'],
    ['a JPEG that is cut off', aJpeg.subarray(0, -2), 'image/jpeg'],
    ['a PNG that is cut off', aPng.subarray(0, -4), 'image/png'],
    ['the beginning of a PDF', joined(['%PDF-1.4\n', new Uint8Array(100)]), 'application/pdf'],
  ])('does not require an end: %s', (_, content, type) => {
    expect(readProof(content)).toEqual({ ok: true, content, contentType: type });
  });
});

describe('an image with data after its end', () => {
  const film = joined(['\0\0\0\x18ftypmp42', '<script>', aPdf(), anEmptyZip]);

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['JPEG', aJpeg, 'image/jpeg'],
    ['PNG', aPng, 'image/png'],
  ])('is cut there: %s', (_, content, contentType) => {
    expect(readProof(joined([content, film]))).toEqual({ ok: true, content, contentType });
  });

  it('is cut at its own end, not at that of an embedded preview', () => {
    const preview = joined([Uint8Array.of(0xff, 0xe1, 0, aJpeg.length + 2), aJpeg]);
    const photo = joined([aJpeg.subarray(0, 2), preview, aJpeg.subarray(2)]);
    // Fill bytes and restart markers belong to the data before the end.
    const scan = Uint8Array.of(0xff, 0, 7, 0xff, 0xd0, 7, 0xff, 0xff, 0xd9);
    const filled = joined([photo.subarray(0, -2), scan]);
    for (const content of [photo, filled]) {
      const read = readProof(joined([content, film]));
      expect(read).toEqual({ ok: true, content, contentType: 'image/jpeg' });
    }
  });
});

describe('a PDF with data around it', () => {
  const pdf = 'application/pdf';

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['a byte order mark', joined([Uint8Array.of(0xef, 0xbb, 0xbf), aPdf()])],
    ['a line break', joined(['\r\n', aPdf()])],
    ['1,019 bytes before it', joined(['x'.repeat(1019), aPdf()])],
    ['1,019 bytes after its end', joined([aPdf().subarray(0, -1), 'x'.repeat(1019)])],
    ['a script in a stream', pdfWith('<script')],
    ['metadata', pdfWith('<?xpacket begin?><x:xmpmeta xmlns:x="adobe:ns:meta/"><body>')],
  ])('stays unchanged: %s', (_, content) => {
    expect(readProof(content)).toEqual({ ok: true, content, contentType: pdf });
  });
});

describe('the reported problem of a file', () => {
  it.each<[string, Uint8Array, string]>([
    ['an iPhone image', joined(['\0\0\0\x18ftypheic', new Uint8Array(50)]), 'heic'],
    ['another HEIF image', joined(['\0\0\0\x18ftypmif1', new Uint8Array(50)]), 'heic'],
    ['a WebP image', joined(['RIFF\x10\0\0\0WEBPVP8 ', new Uint8Array(50)]), 'webp'],
    ['an HTML page', joined(['<!DOCTYPE \n\t html>']), 'page'],
    ['an HTML page before a PDF', joined(['<ifRAME>', aPdf()]), 'page'],
    ['an archive with a PDF', joined(['PK\x03\x04 a.pdf', aPdf()]), 'archive'],
    ['a PDF with an archive after it', joined([aPdf(), anEmptyZip]), 'archive'],
    [
      'a PDF with 1,020 bytes after it',
      joined([aPdf().subarray(0, -1), 'x'.repeat(1020)]),
      'incomplete',
    ],
    ['1,020 bytes before a PDF', joined(['x'.repeat(1020), aPdf()]), 'type'],
    ['a PDF without an end, followed by an image', joined(['%PDF-1.7\n', aJpeg]), 'incomplete'],
    [
      'a PNG without an end, followed by a PDF',
      joined([aPng.subarray(0, 33), aPdf()]),
      'incomplete',
    ],
    [
      'a JPEG without an end, followed by an archive',
      joined([aJpeg.subarray(0, 20), 'PK\x03\x04']),
      'incomplete',
    ],
    ['another image format', joined(['GIF89a']), 'type'],
    ['an empty file', new Uint8Array(), 'type'],
  ])('matches the file: %s', (_, content, problem) => {
    expect(readProof(content)).toEqual({ ok: false, problem });
  });
});

describe('a file that is also an archive', () => {
  it.each([0, 1, 255, 256, 0xffff])(
    'is refused if its directory is followed by a comment of %i bytes',
    (comment) => {
      const zip = zipEnd(comment, comment < 7 ? comment : comment - 7);
      const content = joined(['%PDF-1.7\n', zip, comment < 7 ? '' : '\n%%EOF\n']);
      expect(proofTypeOf(content)).toBeNull();
    },
  );

  it('is refused if its directory is at the very end, or followed by bytes after its comment', () => {
    expect(proofTypeOf(pdfWith(zipEnd(0)))).toBeNull();
    expect(proofTypeOf(pdfWith(zipEnd(2), 'more'))).toBeNull();
  });

  it('is accepted if the comment would end after the file, or the directory is too far from the end', () => {
    expect(proofTypeOf(pdfWith(zipEnd(300, 3)))).toBe('application/pdf');
    expect(proofTypeOf(pdfWith(zipEnd(0x0101, 0x40)))).toBe('application/pdf');
    const far = ' '.repeat(0xffff);
    expect(proofTypeOf(pdfWith(zipEnd(0), far))).toBe('application/pdf');
  });

  it('is refused if its directory is as far from the end as the longest comment allows', () => {
    // The directory's end, its 18 further bytes, and a file that ends exactly where the longest comment would.
    const tail = '\n%%EOF\n';
    const near = joined(['%PDF-1.7\n', zipEnd(0xffff, 0xffff - tail.length), tail]);
    expect(proofTypeOf(near)).toBeNull();
  });

  it('is refused if another file starts within a file that has no end', () => {
    const cut = (more: string) => joined(['%PDF-1.7\n', more, ' '.repeat(50)]);
    expect(proofTypeOf(cut(''))).toBe('application/pdf');
    for (const begin of ['PK\x03\x04', '%PDF-', '\xff\xd8\xff', '\x89PNG\r\n']) {
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
