import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import {
  readShardedPage,
  type ShardedBounds,
  type ShardedList,
} from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { type AuditFilter, filterText, ofActor, StoredEntry, wholeTrail } from './audit-items.ts';

/**
 * A page of the audit trail, newest first unless `oldestFirst`, with entries after the instant `above`. It reads the entries that it
 * returns, and a few more if the list is sharded.
 *
 * Strongly consistent with a subject alone or with a subject and one other filter. Otherwise it reads an index, which
 * is about a second behind the table.
 */
export async function readAudit(
  table: Table,
  filter: AuditFilter,
  request: Pick<ShardedBounds, 'limit' | 'after' | 'above' | 'until' | 'oldestFirst'>,
): Promise<Page<AuditEntry>> {
  const parse = ({ next, items }: Page<Item>) => ({
    next,
    items: items.map((item) => parseStored(StoredEntry, item)),
  });
  return parse(await readShardedPage(table, listOf(filter), request));
}

function listOf(filter: AuditFilter): ShardedList {
  const { subjectId, actorId, action } = filter;
  const isOne = subjectId === undefined || actorId === undefined;
  return action === undefined && isOne ? ofOne(filter) : ofSeveral(filter);
}

/** The list of one subject, of one actor, or the whole trail. */
function ofOne({ subjectId, actorId }: AuditFilter): ShardedList {
  if (subjectId !== undefined) return { name: keys.audit(subjectId, '', '').pk, shards: 0 };
  if (actorId !== undefined)
    // We don't know the kind of this id. Acts of a person or a key are in the list's own partition, others in its
    // shards.
    return { name: ofActor(actorId), shards: shards.trailFilter, index: 'gsi2', ownGrows: true };
  return trail;
}

export const trail: ShardedList = { name: wholeTrail, shards: shards.trail, index: 'gsi1' };

/** The list of one action or of several filters. */
function ofSeveral(filter: AuditFilter): ShardedList {
  const { subjectId, actorId, action } = filter;
  const text = filterText(filter);
  if (subjectId !== undefined && actorId === undefined)
    return { name: keys.auditByAction(text, '', '').pk, shards: 0 };
  if (subjectId !== undefined && action === undefined)
    return { name: keys.auditByActor(text, '', '').pk, shards: 0 };
  const name = partitions.auditFilter(text);
  if (subjectId !== undefined) return { name, shards: 0, index: 'gsi1' };
  return { name, shards: shards.trailFilter, index: actorId === undefined ? 'gsi1' : 'gsi2' };
}

/** The reason for an act, in the actor's words. It is stored outside the trail, so that it can be erased. */
export const StoredActReason = z.object({ id: z.string(), at: z.string(), text: z.string() });

export function actReasonWrite(id: string, text: string, at: string): Write {
  return create({ ...keys.actReason(id), id, at, text });
}

/** The reasons of entries, in the same order. Null for an entry without a reason, or with an erased one. */
export async function readActReasons(
  table: Table,
  entries: readonly Pick<AuditEntry, 'details'>[],
): Promise<readonly (string | null)[]> {
  const ids = entries.map(({ details }) => details['reasonId']);
  const requested = ids.filter((id) => typeof id === 'string');
  const found = await getItems(
    table,
    requested.map((id) => keys.actReason(id)),
  );
  const texts = new Map(
    found.map((item, index) => [requested[index], parseFound(StoredActReason, item)?.text]),
  );
  return ids.map((id) => (typeof id === 'string' && texts.get(id)) || null);
}
