import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCertificateOfGoodStanding } from '../../shared/certificates/pdf/certificate-of-good-standing.ts';
import { paragraph } from '../../shared/documents/pdf/blocks.ts';
import { compose } from '../../shared/documents/pdf/compose.ts';
import { printOut } from '../../shared/documents/pdf/printout.ts';
import { drawTagged, scaledText, typeArea } from '../../shared/documents/pdf/sheet.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';
import { type DrawnText, plainText, type ReadPdf, readPdf } from '../support/pdf-text.ts';
import { goodStandingOf, issued, organizationWith, renderAll } from './extreme-documents.ts';

/** Texts that leave the text area, or the footer's line below it, by more than a rounding error. */
function outside({ texts }: ReadPdf): readonly DrawnText[] {
  return texts.filter(
    ({ text, x, width, baseline }) =>
      x < typeArea.left - 0.5 ||
      x + visibleWidth(text, width) > typeArea.left + typeArea.width + 0.5 ||
      baseline < 40 ||
      baseline > 841.89 - typeArea.top,
  );
}

/** Without the space that ends a line. */
function visibleWidth(text: string, width: number): number {
  return text.endsWith(' ') ? width * (1 - 1 / text.length) : width;
}

/** Pairs of texts of which one is drawn into the other. */
function collisions({ texts }: ReadPdf): readonly (readonly [string, string])[] {
  const seen = texts
    .filter(({ text }) => text.trim() !== '')
    .toSorted((one, other) => one.page - other.page || one.baseline - other.baseline);
  const reach = 0.7 * Math.max(...seen.map(({ size }) => size));
  return seen.flatMap((one, position) => {
    const next = seen.slice(position + 1);
    // They stand in order: what is further away than the largest text can reach ends the search.
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

describe('names of 200 characters and the longest addresses', () => {
  test.each([
    ['one unbroken word', 'W'.repeat(200), 'W', [1, 2, 2, 2, 2]],
    ['many words', `${'Coexistence '.repeat(16)}LLC`, 'M', [1, 1, 1, 2, 1]],
    ['characters of another script', '東京'.repeat(100), '京', [1, 2, 1, 2, 2]],
    ['characters beyond the first plane', '𠀋'.repeat(100), '𠀋', [1, 2, 1, 2, 1]],
  ])('%s stay within the margins and clear of each other', async (_, name, character, pages) => {
    const documents = (await renderAll(name, character)).map(readPdf);
    expect(documents.map(({ pageCount }) => pageCount)).toEqual(pages);
    for (const pdf of documents) {
      expect(outside(pdf)).toEqual([]);
      expect(collisions(pdf)).toEqual([]);
    }
  });

  test('nothing of them is cut off', async () => {
    const name = `${'ŁódźΩЖ'.repeat(33)}Q`;
    for (const document of await renderAll(name, 'W')) {
      expect(plainText(readPdf(document)).replaceAll(' ', '')).toContain(name);
    }
  });

  test('200 representatives go on to further pages, none lost', async () => {
    const pdf = readPdf(await organizationWith(200));
    expect(pdf.pageCount).toBe(5);
    expect(outside(pdf)).toEqual([]);
    expect(plainText(pdf).match(/9\d{13}/g)).toEqual(
      Array.from({ length: 200 }, (_, number) => String(90_000_000_000_000 + number)),
    );
  });
});

test('a code of wide letters is on one line', async () => {
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

test('the last page of a long document has more on it than the signature', async () => {
  // In steps of less than a column's height, over the ends of two pages; and one of many pages.
  const counts = [...Array.from({ length: 12 }, (_, step) => 30 + 11 * step), 400];
  for (const count of counts) {
    const pdf = readPdf(await organizationWith(count));
    const last = pdf.texts.filter(({ page }) => page === pdf.pageCount - 1);
    expect(last.map(({ text }) => text).join(' ')).toMatch(/9\d{13}/);
    expect(outside(pdf)).toEqual([]);
    expect(collisions(pdf)).toEqual([]);
  }
});

describe('a document of a sandbox', () => {
  const issuer = { ...issued.issuer, isSandbox: true };

  test('says on every page that it is a specimen: across it, and in its footer', async () => {
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
        'This is a specimen. A test environment made it.',
      );
    }
  });

  test.each([
    ['en', 'SPECIMEN'],
    ['es', 'MUESTRA'],
  ] as const)('and so is what is printed, in %s', async (locale, mark) => {
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

  test('says nothing of it elsewhere', async () => {
    const text = plainText(readPdf(await organizationWith(200)));
    expect(text).not.toMatch(/specimen\./i);
    expect(text).not.toContain('SPECIMEN');
  });
});

test('the signature takes the last part along when it needs another page', async () => {
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

test('a part that is higher than a page is a RangeError, not a part of it', async () => {
  const tower = { gap: 0, height: 800, draw: () => undefined };
  await expect(compose(issued, 'Composed', () => [tower])).rejects.toEqual(
    new RangeError('A part of the document is higher than a page'),
  );
});

test('any name at all is set within the margins, with a glyph for all of it', async () => {
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
