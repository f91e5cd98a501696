import { join } from 'node:path';
import {
  type ExportedItem,
  exportedKind,
  itemRules,
  withoutSecrets,
} from '../../shared/kernel/domain/item-rules.ts';
import { canonicalJson } from '../../shared/kernel/domain/same-value.ts';
import { Failure } from '../failure.ts';
import { fileLines } from '../file-lines.ts';
import { lineSchemas } from './line-schemas.ts';
import { type Manifest, readManifest, sha256Of } from './manifest.ts';

/** The lines of an export, kind by kind, each parsed by its schema. Throws a Failure for an invalid line. */
export async function* exportedLines(
  directory: string,
  { files }: Manifest,
): AsyncGenerator<{ readonly kind: string; readonly item: ExportedItem }> {
  for (const [kind, { file }] of Object.entries(files)) {
    for await (const { number, text } of fileLines(join(directory, file))) {
      yield { kind, item: lineOf(kind, text, `${file}, line ${number}`) };
    }
  }
}

function lineOf(kind: string, line: string | null, place: string): ExportedItem {
  const wrong = (what: string) => new Failure('refused', `${place}: ${what}`);
  if (line === null) throw wrong('not UTF-8');
  let item: unknown;
  try {
    item = JSON.parse(line);
  } catch {
    throw wrong('no JSON');
  }
  const fields: ExportedItem = Object(item);
  const rule = itemRules[kind];
  if (rule === undefined || !('kept' in rule) || exportedKind(fields) !== kind) {
    throw wrong(`no ${kind}`);
  }
  if (canonicalJson(withoutSecrets(fields, rule)) !== canonicalJson(fields)) {
    throw wrong('it contains items that no export contains');
  }
  const parsed = lineSchemas[kind]?.safeParse(fields);
  if (parsed?.success === false) {
    throw wrong(parsed.error.issues.map(({ path }) => path.join('.')).join(', '));
  }
  return fields;
}

/** Reads a whole export and checks it. Throws a Failure for the first problem. */
export async function verifyExport(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory);
  await verifyFiles(directory, manifest);
  return manifest;
}

/** Checks every file of an export against its manifest, and every line against its schema. */
export async function verifyFiles(directory: string, manifest: Manifest): Promise<void> {
  for (const { file, sha256 } of Object.values(manifest.files)) {
    const found = await sha256Of(join(directory, file)).catch(() => null);
    if (found !== sha256) throw new Failure('refused', `${file} does not match the manifest.`);
  }
  for await (const _ of exportedLines(directory, manifest));
}
