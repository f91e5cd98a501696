import { readdirSync } from 'node:fs';
import type { Schema } from '../http/route.ts';

const contracts = new URL('../contracts/', import.meta.url);

/** Kinds that are worth a name of their own; a string or a number is described where it is used. */
const named = new Set<string>(['object', 'union', 'intersection']);

/**
 * Every object that shared/contracts exports, with the name it is exported by.
 *
 * Read from the folder, so that no second list of contracts has to be kept. Where two files use one
 * name, the deeper one's gets its path in front.
 */
export const contractNames: ReadonlyMap<Schema, string> = await readNames();

async function readNames(): Promise<ReadonlyMap<Schema, string>> {
  const names = new Map<Schema, string>();
  const taken = new Set<string>();
  for (const file of contractFiles()) {
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, contracts).href);
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
  const depth = (file: string) => file.split('/').length;
  return readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isNamed(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  // What carries `_zod` is a schema of zod's.
  return named.has((value as Schema)._zod.def.type);
}

function pascalCase(file: string): string {
  return file
    .replace(/\.ts$/, '')
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
