import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Schema } from '../../kernel/http/route.ts';

const shared = new URL('../../', import.meta.url);

/** Where the schemas of a capability are: in its folder of contracts, or beside its other few files. */
const contracts = ['*/contracts/*.ts', '*/*-contract.ts', '*/present-*.ts'];

/** Kinds that are worth a name of their own; a string or a number is described where it is used. */
const named = new Set<string>(['object', 'union', 'intersection']);

/**
 * Every object that a contract exports, with the name it is exported by.
 *
 * Read from the files, so that no second list of contracts has to be kept. Where two files use one name, the
 * later one gets its file's name as a prefix.
 */
export const contractNames: ReadonlyMap<Schema, string> = await readNames();

async function readNames(): Promise<ReadonlyMap<Schema, string>> {
  const names = new Map<Schema, string>();
  const taken = new Set<string>();
  for (const file of contractFiles()) {
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, shared).href);
    for (const [name, value] of Object.entries(exported).sort(byName)) {
      if (!isNamed(value) || names.has(value)) continue;
      const unique = taken.has(name) ? `${pascalCase(file)}${name}` : name;
      names.set(value, unique);
      taken.add(unique);
    }
  }
  return names;
}

function contractFiles(): readonly string[] {
  return globSync(contracts, { cwd: shared }).toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : 1,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isNamed(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  // Whatever has `_zod` is a zod schema.
  return named.has((value as Schema)._zod.def.type);
}

/** What a file of schemas is named after: `admin-people` for `people/admin-people-contract.ts`. */
function nameOf(file: string): string {
  return basename(file, '.ts').replace(/-contract$/, '');
}

function pascalCase(file: string): string {
  return nameOf(file)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
