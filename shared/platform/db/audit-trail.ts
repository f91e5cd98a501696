import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { readSpreadPage, type SpreadBounds, type SpreadList } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { type AuditFilter, filterText, ofActor, StoredEntry, wholeTrail } from './audit-items.ts';

/**
 * A page of the audit trail, newest first, of entries after the instant `above`; it reads what it shows, and a few more where a list is spread.
 *
 * Strongly consistent by subject, also with one other filter. Otherwise it is read from an index, which follows
 * the table within a second.
 */
export async function readAudit(
  table: Table,
  filter: AuditFilter,
  request: Pick<SpreadBounds, 'limit' | 'after' | 'above'>,
): Promise<Page<AuditEntry>> {
  const parse = ({ next, items }: Page<Item>) => ({
    next,
    items: items.map((item) => parseStored(StoredEntry, item)),
  });
  return parse(await readSpreadPage(table, listOf(filter), request));
}

function listOf(filter: AuditFilter): SpreadList {
  const { subjectId, actorId, action } = filter;
  const isOne = subjectId === undefined || actorId === undefined;
  return action === undefined && isOne ? ofOne(filter) : ofSeveral(filter);
}

/** The list of a subject, of an actor, or of everything. */
function ofOne({ subjectId, actorId }: AuditFilter): SpreadList {
  if (subjectId !== undefined) return { name: keys.audit(subjectId, '', '').pk, shards: 0 };
  if (actorId !== undefined)
    // An id whose kind is unknown: a person or a key, whose actions are in the list's own partition, or someone else.
    return { name: ofActor(actorId), shards: shards.trailFilter, index: 'gsi2', ownGrows: true };
  return trail;
}

/** All of it. */
export const trail: SpreadList = { name: wholeTrail, shards: shards.trail, index: 'gsi1' };

/** The list of an action, or of several filters together. */
function ofSeveral(filter: AuditFilter): SpreadList {
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

/** Why someone did something, in their own words: beside the trail, so that it can be erased. */
export const StoredActReason = z.object({ id: z.string(), at: z.string(), text: z.string() });

export function actReasonWrite(id: string, text: string, at: string): Write {
  return create({ ...keys.actReason(id), id, at, text });
}

/** The reasons of entries, in their order; null for one that has none, or whose reason was erased. */
export async function readActReasons(
  table: Table,
  entries: readonly Pick<AuditEntry, 'details'>[],
): Promise<readonly (string | null)[]> {
  const ids = entries.map(({ details }) => details['reasonId']);
  const wanted = ids.filter((id) => typeof id === 'string');
  const found = await getItems(
    table,
    wanted.map((id) => keys.actReason(id)),
  );
  const texts = new Map(
    found.map((item, index) => [wanted[index], parseFound(StoredActReason, item)?.text]),
  );
  return ids.map((id) => (typeof id === 'string' && texts.get(id)) || null);
}
