import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  accept,
  readChangesPage,
  unannounced,
  unlisted,
  writeChangesPage,
} from './description/changes-page.ts';
import { compareDescriptions } from './description/compare-descriptions.ts';
import { openApiText } from './openapi.ts';

/** The description of the last release, or of the candidate for the first release. */
export const releasedFile = new URL('../docs/released/openapi.json', import.meta.url);
const changesFile = new URL('../docs/released/changes.md', import.meta.url);
const changelog = new URL('../CHANGELOG.md', import.meta.url);

const readPage = () => readChangesPage(readFileSync(changesFile, 'utf8'));
const findBreaks = () =>
  compareDescriptions(JSON.parse(readFileSync(releasedFile, 'utf8')), JSON.parse(openApiText()));

/**
 * Breaks of the released description that `docs/released/changes.md` lacks, lines of that page that no longer apply,
 * and headings that match no line of the changelog.
 */
export function brokenPromises() {
  const page = readPage();
  return {
    ...unlisted(page, findBreaks()),
    unannounced: unannounced(page, readFileSync(changelog, 'utf8')),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { accept: { type: 'string' }, release: { type: 'boolean' } },
  });
  if (values.accept !== undefined) {
    const page = accept(readPage(), values.accept, findBreaks());
    writeFileSync(changesFile, writeChangesPage(page));
  }
  if (values.release === true) {
    writeFileSync(releasedFile, openApiText());
    writeFileSync(changesFile, writeChangesPage(new Map()));
  }
  const problems = brokenPromises();
  process.stdout.write(`${JSON.stringify(problems, null, 2)}\n`);
  if (Object.values(problems).flat().length > 0) process.exitCode = 1;
}
