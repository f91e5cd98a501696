import { readdirSync, readFileSync } from 'node:fs';
import { type Json, objectOf } from './json.ts';

const folder = new URL('../../docs/released/', import.meta.url);

/** Where the description of a released version is kept. */
export function releasedFile(version: string): URL {
  return new URL(`openapi-${version}.json`, folder);
}

/** Where it is said what has changed on purpose since that version. */
export function changesFile(version: string): URL {
  return new URL(`changes-since-${version}.md`, folder);
}

/** The newest version whose description is kept. */
export function lastReleased(): { readonly version: string; readonly description: Json } {
  const [version] = readdirSync(folder)
    .flatMap((name) => /^openapi-(\d+\.\d+\.\d+)\.json$/.exec(name)?.slice(1) ?? [])
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  if (version === undefined) throw new Error('docs/released has no description');
  return {
    version,
    description: objectOf(JSON.parse(readFileSync(releasedFile(version), 'utf8'))),
  };
}
