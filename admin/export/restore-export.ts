import { isScannedKey } from '../../shared/documents/domain/upload-scan.ts';
import { shardedList } from '../../shared/kernel/db/listed-kinds.ts';
import { readPart } from '../../shared/kernel/db/page.ts';
import { partitionsOf } from '../../shared/kernel/db/sharded-page.ts';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import type { ExportedItem } from '../../shared/kernel/domain/item-rules.ts';
import { canonicalJson } from '../../shared/kernel/domain/same-value.ts';
import { registryLists } from '../../shared/registry/db/registry-changes.ts';
import { Failure } from '../failure.ts';
import { fileOfLine, putBack } from './document-files.ts';
import type { Manifest } from './manifest.ts';
import { exportedLines, verifyExport } from './read-export.ts';
import type { RegistryData } from './registry-data.ts';

/** The limit of a transaction's items and their bytes; DynamoDB allows 100 and 4 MB. */
const atATime = { items: 25, bytes: 2_000_000 };

/**
 * Writes an export into an empty table, each line as its original item. It keeps an equal item that exists already, so
 * you can run it again; `resumes` means that the table has items from an earlier run. Throws a Failure for a table with
 * anything else.
 */
export async function restoreExport(
  { table, documents }: RegistryData,
  directory: string,
  resumes: boolean,
  notice: (text: string) => void,
): Promise<{ readonly items: number; readonly written: number }> {
  const manifest = await verifyExport(directory);
  if (!resumes && !(await isEmpty(table))) {
    throw new Failure(
      'refused',
      'This table already has persons or legal entities. If an earlier run of this import wrote them, add --resume.',
    );
  }
  const { included } = manifest.documents;
  if (included && documents === null) {
    throw new Failure(
      'usage',
      'Missing --documents: the output DocumentsBucket of the data stack.',
    );
  }
  const clean = await cleanUploads(directory, manifest);
  let [items, written, bytes] = [0, 0, 0];
  let gathered: ExportedItem[] = [];
  const flush = async () => {
    written += await writeAll(table, gathered);
    items += gathered.length;
    gathered = [];
    bytes = 0;
    notice('.');
  };
  for await (const { item } of exportedLines(directory, manifest)) {
    const file = fileOfLine(item);
    const isThere = file !== null && (!isScannedKey(file.key) || clean.has(file.key));
    if (isThere && included && documents !== null) await putBack(documents, directory, file);
    const size = Buffer.byteLength(JSON.stringify(item));
    if (gathered.length === atATime.items || bytes + size > atATime.bytes) await flush();
    gathered.push(item);
    bytes += size;
  }
  if (gathered.length > 0) await flush();
  notice('\n');
  return { items, written };
}

/** Uploads that a scan found clean. An export contains no others. */
async function cleanUploads(directory: string, manifest: Manifest): Promise<ReadonlySet<string>> {
  const clean = new Set<string>();
  const { uploadScan } = manifest.files;
  const files: Manifest['files'] = uploadScan === undefined ? {} : { uploadScan };
  for await (const { item } of exportedLines(directory, { ...manifest, files }))
    if (item['status'] === 'clean') clean.add(String(item['objectKey']));
  return clean;
}

async function isEmpty(table: Table): Promise<boolean> {
  for (const partition of [...partitionsOf(shardedList('person')), ...registryLists]) {
    const { items } = await readPart(table, partition, { limit: 1 });
    if (items.length > 0) return false;
  }
  return true;
}

/** Writes all items in one transaction if none exists, otherwise in sequence. Returns how many did not exist. */
async function writeAll(table: Table, items: readonly ExportedItem[]): Promise<number> {
  if (items.length === 0) return 0;
  const writes = Object.fromEntries(items.map((item, index) => [`line ${index}`, create(item)]));
  const outcome = await transact(table, writes);
  if (outcome.kind === 'written') return items.length;
  let written = 0;
  for (const item of items) {
    if ((await transact(table, { line: create(item) })).kind === 'written') {
      written += 1;
      continue;
    }
    const found = await getItem(table, { pk: String(item['pk']), sk: String(item['sk']) });
    if (found === undefined || canonicalJson(found) !== canonicalJson(item)) {
      const kind = String(item['pk']).replace(/#.*/, '#…');
      throw new Failure('refused', `The table has a different item at the key of a ${kind}.`);
    }
  }
  return written;
}
