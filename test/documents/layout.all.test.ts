import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCertificateOfGoodStanding } from '../../shared/certificates/pdf/requested-certificates.ts';
import { paragraph } from '../../shared/documents/pdf/blocks.ts';
import { compose } from '../../shared/documents/pdf/compose.ts';
import { printOut } from '../../shared/documents/pdf/printout.ts';
import { drawTagged, scaledText, typeArea } from '../../shared/documents/pdf/sheet.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';
import { type DrawnText, plainText, type ReadPdf, readPdf } from '../support/pdf-text.ts';
import { goodStandingOf, issued, organizationWith, renderAll } from './extreme-documents.ts';

/** Texts outside the text area, or below the footer's line, by more than a rounding error. */
function outside({ texts }: ReadPdf): readonly DrawnText[] {
  return texts.filter(
    ({ text, x, width, baseline }) =>
      x < typeArea.left - 0.5 ||
      x + visibleWidth(text, width) > typeArea.left + typeArea.width + 0.5 ||
      baseline < 40 ||
      baseline > 841.89 - typeArea.top,
  );
}

/** The width without the space at the end of a line. */
function visibleWidth(text: string, width: number): number {
  return text.endsWith(' ') ? width * (1 - 1 / text.length) : width;
}

/** Pairs of overlapping texts. */
function collisions({ texts }: ReadPdf): readonly (readonly [string, string])[] {
  const seen = texts
    .filter(({ text }) => text.trim() !== '')
    .toSorted((one, other) => one.page - other.page || one.baseline - other.baseline);
  const reach = 0.7 * Math.max(...seen.map(({ size }) => size));
  return seen.flatMap((one, position) => {
    const next = seen.slice(position + 1);
    // The texts are sorted: the first one out of the largest text's reach ends the search.
    const end = next.findIndex(
      ({ page, baseline }) => page !== one.page || baseline - one.baseline >= reach,
    );
    return next
      .slice(0, end === -1 ? undefined : end)
      .filter((other) => {
        const isClose = other.baseline - one.baseline < 0.7 * Math.max(one.size, other.size);
        const first = one.x <= other.x ? one : other;
        const second = one.x <= other.x ? other : one;
        return isClose && first.x + visibleWidth(first.text, first.width) > second.x + 0.5;
      })
      .map((other) => [one.text, other.text] as const);
  });
}

describe('a document with long data', () => {
  test.each([
    ['one unbroken word', 'W'.repeat(200), 'W', [1, 2, 2, 2, 2]],
    ['many words', `${'Coexistence '.repeat(16)}LLC`, 'M', [1, 1, 1, 2, 1]],
    ['characters of another script', '東京'.repeat(100), '京', [1, 2, 1, 2, 2]],
    ['characters beyond the first plane', '𠀋'.repeat(100), '𠀋', [1, 2, 1, 2, 1]],
  ])('keeps %s within the margins and without overlaps', async (_, name, character, pages) => {
    const documents = (await renderAll(name, character)).map(readPdf);
    expect(documents.map(({ pageCount }) => pageCount)).toEqual(pages);
    for (const pdf of documents) {
      expect(outside(pdf)).toEqual([]);
      expect(collisions(pdf)).toEqual([]);
    }
  });

  test('truncates no name', async () => {
    const name = `${'ŁódźΩЖ'.repeat(33)}Q`;
    for (const document of await renderAll(name, 'W')) {
      expect(plainText(readPdf(document)).replaceAll(' ', '')).toContain(name);
    }
  });

  test('continues on further pages for 200 representatives, without losing any', async () => {
    const pdf = readPdf(await organizationWith(200));
    expect(pdf.pageCount).toBe(5);
    expect(outside(pdf)).toEqual([]);
    expect(plainText(pdf).match(/9\d{13}/g)).toEqual(
      Array.from({ length: 200 }, (_, number) => String(90_000_000_000_000 + number)),
    );
  });
});

test('a verification code of wide letters fits on one line', async () => {
  const verification = { ...issued.verification, code: 'GMMQWMNDGMMQWMND' };
  const document = await renderCertificateOfGoodStanding({
    ...issued,
    verification,
    entityName: 'Acme LLC',
    entityType: 'Limited Liability Company',
    residentPermitNumber: '80000000000017',
    registrationDate: '2026-03-02T09:30:00.000Z',
  });
  expect(plainText(readPdf(document))).toContain('GMMQ WMND GMMQ WMND');
  const lines = readPdf(document).texts.filter(({ text }) => /GMMQ|WMND/.test(text));
  expect(new Set(lines.map(({ baseline }) => baseline)).size).toBe(1);
});

test('the last page of a long document contains more than the signature', async () => {
  // Page breaks are covered in steps of less than a column's height; 400 fill many pages.
  const counts = [...Array.from({ length: 12 }, (_, step) => 30 + 11 * step), 400];
  for (const count of counts) {
    const pdf = readPdf(await organizationWith(count));
    const last = pdf.texts.filter(({ page }) => page === pdf.pageCount - 1);
    expect(last.map(({ text }) => text).join(' ')).toMatch(/9\d{13}/);
    expect(outside(pdf)).toEqual([]);
    expect(collisions(pdf)).toEqual([]);
  }
});

describe('a document in a sandbox', () => {
  const issuer = { ...issued.issuer, isSandbox: true };

  test('is marked as a specimen on every page, across it and in its footer', async () => {
    const documents = await Promise.all([
      ...sampleDocuments.map(({ render }) => render({ issuer })),
      organizationWith(200, { signing: null, issuer }),
    ]);
    for (const bytes of documents) {
      const { pageCount, texts } = readPdf(bytes);
      const marks = texts.filter(({ text }) => text.trim() === 'SPECIMEN');
      expect(marks.filter(({ size }) => size > 90).map(({ page }) => page)).toEqual(
        Array.from({ length: pageCount }, (_, page) => page),
      );
      const footers = texts.filter(({ text }) => text.startsWith('SPECIMEN · '));
      expect(footers.map(({ page }) => page)).toEqual(marks.map(({ page }) => page));
      expect(plainText(readPdf(bytes))).toContain(
        'This is a specimen, created by a test environment.',
      );
    }
  });

  test.each([
    ['en', 'SPECIMEN'],
    ['es', 'MUESTRA'],
  ] as const)('is also marked if printed from a page, in %s', async (locale, mark) => {
    const paper = { number: issued.documentId, at: issued.issuedAt, issuer, locale };
    const lines = Array.from({ length: 90 }, (_, line) => `Line ${line}`);
    const { pageCount, texts } = readPdf(
      await printOut({ ...paper, scale: 1 }, 'Receipt', (sheet) =>
        lines.map((line) => paragraph(sheet, line)),
      ),
    );
    expect(pageCount).toBeGreaterThan(1);
    const large = texts.filter(({ text, size }) => text.trim() === mark && size > 90);
    expect(large.map(({ page }) => page)).toEqual(
      Array.from({ length: pageCount }, (_, page) => page),
    );
  });

  test('is the only one marked as a specimen', async () => {
    const text = plainText(readPdf(await organizationWith(200)));
    expect(text).not.toMatch(/specimen\./i);
    expect(text).not.toContain('SPECIMEN');
  });
});

test('the signature moves to a new page together with the last part', async () => {
  const bytes = await compose(issued, 'Composed', (sheet) =>
    [460, 170, 500].map((height) => {
      const text = scaledText(sheet, [{ text: `${height} points` }], { size: 10 });
      return { gap: 0, height, draw: (top) => drawTagged(sheet, 'P', text.at(76, top)) };
    }),
  );
  const pages = readPdf(bytes).texts.map(({ page, text }) => `${page} ${text}`);
  expect(pages.filter((line) => line.endsWith('points') || line.includes('Given'))).toEqual([
    '0 460 points',
    '1 170 points',
    '2 500 points',
    '2 Given on 20 November 2026.',
  ]);
});

test('a part higher than a page is a RangeError', async () => {
  const tower = { gap: 0, height: 800, draw: () => undefined };
  await expect(compose(issued, 'Composed', () => [tower])).rejects.toEqual(
    new RangeError('A part of the document is higher than a page'),
  );
});

test('any name stays within the margins, with a glyph for every character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (name) => {
      const pdf = readPdf(await goodStandingOf(name));
      expect(pdf.texts.filter(({ hasMissingGlyph }) => hasMissingGlyph)).toEqual([]);
      expect(outside(pdf)).toEqual([]);
      expect(collisions(pdf)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
