import type { Table } from '../../shared/kernel/db/table.ts';
import {
  type ExportedItem,
  exportedKind,
  itemRules,
  withoutSecrets,
} from '../../shared/kernel/domain/item-rules.ts';
import { canonicalJson } from '../../shared/kernel/domain/same-value.ts';
import { Failure } from '../failure.ts';
import { openKindFile } from './kind-file.ts';
import type { Manifest } from './manifest.ts';

/** The totals of an export. */
export type ScannedRegistry = Pick<
  Manifest,
  'files' | 'left' | 'startedAt' | 'finishedAt' | 'actsDuringExport'
>;

/**
 * Reads the whole table in pages of a megabyte, and writes a line for each exported item into the file of its kind;
 * with `directory` null it only counts and sums. `saw` gets each line. Expired items are left out. It is not a
 * snapshot: concurrent writes may be missing, and audit entries since its start show whether there were any. Throws a
 * Failure for an item of an unknown kind, so that nothing is lost silently.
 */
export async function scanRegistry(
  table: Table,
  directory: string | null,
  saw: (kind: string, line: ExportedItem) => Promise<void> | void,
  now: () => Date,
): Promise<ScannedRegistry> {
  const startedAt = now().toISOString();
  const kept = Object.entries(itemRules).filter(([, rule]) => 'kept' in rule);
  const files = new Map(kept.map(([kind]) => [kind, openKindFile(directory, kind)]));
  const left: Record<string, { items: number; why: string }> = {};
  let actsDuringExport = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.call('Scan', {
      TableName: table.name,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    for (const item of Items) {
      const kind = exportedKind(item);
      const rule = kind === null ? undefined : itemRules[kind];
      if (kind === null || rule === undefined) {
        throw new Failure(
          'refused',
          `No rule of the export knows items like ${String(item['pk']).replace(/#.*/, '#…')}.`,
        );
      }
      const file = files.get(kind);
      if ('left' in rule || file === undefined) {
        const before = left[kind]?.items ?? 0;
        left[kind] = { items: before + 1, why: 'left' in rule ? rule.left : '' };
        continue;
      }
      const { ttl } = item;
      if (typeof ttl === 'number' && ttl * 1_000 < now().getTime()) continue;
      if (kind === 'audit' && String(item['at']) >= startedAt) actsDuringExport += 1;
      const line = withoutSecrets(item, rule);
      await file.add(canonicalJson(line));
      await saw(kind, line);
    }
    from = LastEvaluatedKey;
  } while (from !== undefined);
  const written: Record<string, Manifest['files'][string]> = {};
  for (const [kind, file] of files) written[kind] = await file.end();
  return { files: written, left, startedAt, finishedAt: now().toISOString(), actsDuringExport };
}
