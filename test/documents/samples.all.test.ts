import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { issueSamples } from '../support/issued-samples.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const folder = new URL('../../docs/samples/', import.meta.url);

/** A document's text, without values that differ in each one: numbers, codes and days. */
function textIn(file: Uint8Array): string {
  return plainText(readPdf(file))
    .replaceAll(/\b[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\b/gi, '(id)')
    .replaceAll(/\b[89]\d{13}\b/g, '(permit number)')
    .replaceAll(/(?:\b[2-9A-HJ-NP-Z]{4}\b ?){4}/g, '(code) ')
    .replaceAll(/(certificates\/ ?)[2-9A-HJ-NP-Z]{16}/g, '$1(code)')
    .replaceAll(/\d{1,2} [A-Z][a-z]+ \d{4}/g, '(day)')
    .replaceAll(/\b\d{2}:\d{2}(?::\d{2})?\b/g, '(time)')
    .replaceAll(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?/g, '(day)');
}

// If it fails, run `npm run generate -- samples`.
it('docs/samples has one signed document of each kind, as the service issues it today', async () => {
  const issued = await issueSamples(world);
  if (process.env['RECORD_SAMPLES']) {
    for (const [name, file] of issued) writeFileSync(new URL(`${name}.pdf`, folder), file);
  }
  expect([...issued.keys()].map((name) => `${name}.pdf`).toSorted()).toEqual(readdirSync(folder));
  for (const [name, file] of issued) {
    const sample = readFileSync(new URL(`${name}.pdf`, folder));
    expect(textIn(sample), name).toBe(textIn(file));
    const [shown, now] = [readPdf(sample), readPdf(file)];
    expect({ pages: shown.pageCount, structure: shown.structure.map(({ type }) => type) }).toEqual({
      pages: now.pageCount,
      structure: now.structure.map(({ type }) => type),
    });
    expect(sample.includes('/ETSI.CAdES.detached'), name).toBe(true);
  }
});
