import * as z from 'zod/mini';
import type { Log } from '../../kernel/aws/log.ts';
import { listForKind } from '../../kernel/db/listed-kinds.ts';
import { type Place, readPart } from '../../kernel/db/page.ts';
import { partitionsOf } from '../../kernel/db/sharded-page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { entityType } from '../../kernel/domain/legal-entity.ts';
import { RegisterStatistics } from '../contracts/public-register.ts';
import { StoredEntity } from '../db/entities.ts';
import type { SnapshotDeps } from '../deps/registry-deps.ts';
import { entityStatus } from '../domain/good-standing.ts';

/** The statistics, stored next to the search snapshot. */
export const statisticsKey = 'search/register-statistics.json';

/** Registers with at most this many names are counted with every snapshot, larger ones once a day. */
const small = 20_000;

/**
 * Counts the register and stores the result; a large register only in the hour after midnight (UTC). A failure is
 * logged and does not affect the search.
 */
export async function keepRegisterStatistics(
  { names }: { readonly names: number },
  { table, documents, log, now }: Pick<SnapshotDeps, 'table' | 'documents' | 'log' | 'now'>,
): Promise<void> {
  if (names > small && now().getUTCHours() !== 0) return;
  try {
    const content = new TextEncoder().encode(JSON.stringify(await countRegister({ table, now })));
    await documents.put({ key: statisticsKey, content, contentType: 'application/json' });
  } catch (error) {
    log.error('the register could not be counted', {}, error);
  }
}

/** Counts all entities from the operators' list, reading its 24 partitions in sequence. */
async function countRegister({
  table,
  now,
}: {
  readonly table: Table;
  now(): Date;
}): Promise<RegisterStatistics> {
  const at = now().toISOString();
  const types: RegisterStatistics['types'] = {};
  const months: RegisterStatistics['months'] = {};
  for (const partition of partitionsOf(listForKind('legal_entity'))) {
    let from: Place | undefined;
    do {
      const { items, next } = await readPart(table, partition, { forwards: true, from });
      from = next;
      for (const item of items) {
        const entity = parseStored(StoredEntity, item);
        const status = entityStatus(entity, at);
        if (status === 'annulled') continue;
        const type = entityType(entity.optionId);
        const counts = types[type] ?? {};
        types[type] = { ...counts, [status]: (counts[status] ?? 0) + 1 };
        const { formationDate, registrationDate, createdAt } = entity;
        const month = (formationDate ?? registrationDate ?? createdAt).slice(0, 7);
        months[month] = (months[month] ?? 0) + 1;
      }
    } while (from !== undefined);
  }
  return { at, types, months };
}

/** How long a function caches the statistics, in milliseconds. */
const kept = 10 * 60_000;

/** Reads the latest statistics, at most once in ten minutes; null if they can't be read. */
export function openRegisterStatistics(
  read: () => Promise<Uint8Array | null>,
  { now, log }: { readonly log: Log; now(): Date },
): () => Promise<RegisterStatistics | null> {
  let last: { readonly at: number; readonly statistics: RegisterStatistics | null } | undefined;
  return async () => {
    const at = now().getTime();
    if (last !== undefined && at - last.at < kept) return last.statistics;
    let statistics: RegisterStatistics | null = null;
    try {
      const bytes = await read();
      if (bytes !== null) {
        statistics = z.parse(RegisterStatistics, JSON.parse(new TextDecoder().decode(bytes)));
      }
    } catch (error) {
      // The search works without them.
      log.error('the statistics of the register could not be read', {}, error);
    }
    last = { at, statistics };
    return statistics;
  };
}
