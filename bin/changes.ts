import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  accept,
  readChangesPage,
  unannounced,
  unlisted,
  writeChangesPage,
} from './description/changes-page.ts';
import { compareDescriptions } from './description/compare-descriptions.ts';
import { changesFile, lastReleased, releasedFile } from './description/released.ts';
import { openApiText } from './openapi.ts';

const changelog = new URL('../CHANGELOG.md', import.meta.url);

/**
 * Breaks of the last released description that are not on its page of changes, entries of the page that are no
 * break, and headings of the page that the changelog doesn't have.
 */
export function brokenPromises() {
  const { version, description } = lastReleased();
  const page = readChangesPage(readFileSync(changesFile(version), 'utf8'));
  const found = compareDescriptions(description, JSON.parse(openApiText()));
  return {
    ...unlisted(page, found),
    unannounced: unannounced(page, readFileSync(changelog, 'utf8')),
  };
}

/** Lists what was found under a heading, which is the beginning of a line of the changelog. */
function list(heading: string): void {
  const { version, description } = lastReleased();
  const file = changesFile(version);
  const found = compareDescriptions(description, JSON.parse(openApiText()));
  const page = accept(readChangesPage(readFileSync(file, 'utf8')), heading, found);
  writeFileSync(file, writeChangesPage(version, page));
}

/** Stores today's description as that of a version, the new base for changes. */
function release(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version`);
  if (existsSync(releasedFile(version))) throw new Error(`${version} has been released`);
  writeFileSync(releasedFile(version), openApiText());
  writeFileSync(changesFile(version), writeChangesPage(version, new Map()));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { accept: { type: 'string' }, release: { type: 'string' } },
  });
  if (values.accept !== undefined) list(values.accept);
  if (values.release !== undefined) release(values.release);
  const problems = brokenPromises();
  process.stdout.write(`${JSON.stringify(problems, null, 2)}\n`);
  if (Object.values(problems).flat().length > 0) process.exitCode = 1;
}
