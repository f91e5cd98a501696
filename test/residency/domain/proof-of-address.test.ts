import { describe, expect, it } from 'vitest';
import { proofOfAddressTypeOf } from '../../../shared/residency/domain/proof-of-address.ts';
import { aJpeg, anEmptyZip, aPdf, aPng } from '../../support/files.ts';
import { joined } from '../../support/multipart.ts';

const pdf = 'application/pdf';
const jpeg = 'image/jpeg';
const png = 'image/png';

describe('the type of a proof of address', () => {
  it.each<[string, Uint8Array, string]>([
    ['a PDF', aPdf(), pdf],
    ['a PDF that ends in white space', joined([aPdf(), '\r\n \n']), pdf],
    ['a JPEG', aJpeg, jpeg],
    ['a JPEG that is padded with zeros', joined([aJpeg, new Uint8Array(16)]), jpeg],
    ['a PNG', aPng, png],
    ['a PDF that is cut off', aPdf().subarray(0, -9), pdf],
    ['a JPEG that is cut off', aJpeg.subarray(0, -2), jpeg],
    ['a PNG that is cut off', aPng.subarray(0, -4), png],
    ['a PDF of which there is the beginning', joined(['%PDF-1.4\n', new Uint8Array(100)]), pdf],
  ])('is that of its bytes: %s', (_, content, type) => {
    expect(proofOfAddressTypeOf(content, type)).toBe(type);
    for (const other of [pdf, jpeg, png, 'text/html', '']) {
      if (other !== type) expect(proofOfAddressTypeOf(content, other)).toBeNull();
    }
  });

  it.each<[string, Uint8Array, string]>([
    ['no bytes at all', new Uint8Array(), pdf],
    ['a page that claims to be a PDF', joined(['<!doctype html>', aPdf()]), pdf],
    ['a PDF behind other bytes', joined(['GIF89a', aPdf()]), pdf],
    ['a PDF without an end, and a picture', joined(['%PDF-1.7\n', aJpeg]), pdf],
    ['a PNG without an end, and a PDF', joined([aPng.subarray(0, 33), aPdf()]), png],
    ['a JPEG without an end, and an archive', joined([aJpeg.subarray(0, 20), 'PK\x03\x04']), jpeg],
    ['a PDF with an archive behind it', joined([aPdf(), anEmptyZip]), pdf],
    ['a JPEG with a script behind it', joined([aJpeg, '<?php system($_GET[0]);']), jpeg],
    ['a PNG with anything behind it', joined([aPng, '\n']), png],
    ['an archive whose comment ends a PDF', joined(['%PDF-1.7\n', zipWithComment('%%EOF')]), pdf],
    ['a page that ends like a PDF', joined(['%PDF-1.7\n<HTML>', aPdf()]), pdf],
    ['a script that ends like a JPEG', joined([aJpeg, '<script src=x>', aJpeg]), jpeg],
    ['a page inside of a PNG', joined([aPng.subarray(0, 33), '<!DOCTYPE\nhtml>', aPng]), png],
  ])('is none for %s', (_, content, type) => {
    expect(proofOfAddressTypeOf(content, type)).toBeNull();
  });

  it('is found for tags that PDFs hold in notes and metadata', () => {
    const xml = '<?xpacket begin?><x:xmpmeta xmlns:x="adobe:ns:meta/"><body>note</body>';
    expect(proofOfAddressTypeOf(joined(['%PDF-1.7\n', xml, aPdf()]), pdf)).toBe(pdf);
  });
});

function zipWithComment(comment: string): Uint8Array {
  const zip = joined([anEmptyZip, comment]);
  zip[20] = comment.length;
  return zip;
}
