import { shards } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readFirst } from '../../kernel/db/page.ts';
import { readSpreadPage, type SpreadList } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import {
  type AuditFilter,
  auditItems,
  filterText,
  ofActor,
  StoredEntry,
  wholeTrail,
} from './audit-items.ts';

/**
 * A page of the audit trail, newest first; it reads what it shows, and a few more where a list is spread.
 *
 * Strongly consistent by subject, also with one other filter. Otherwise it is read from an index, which follows
 * the table within a second. Entries of version 0.1.0 are on no lists of several filters, nor of actions, until
 * the migration `former-audit` has run: until then, entries that don't match are read, too.
 */
export async function readAudit(
  table: Table,
  filter: AuditFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<AuditEntry>> {
  const parse = ({ next, items }: Page<Item>) => ({
    next,
    items: items.map((item) => parseStored(StoredEntry, item)),
  });
  const own = ownList(filter);
  if (own !== null) return parse(await readSpreadPage(table, own, request));
  if (await areFormerEntriesFiled(table))
    return parse(await readSpreadPage(table, filedList(filter), request));
  const keep = (item: Item) => matches(parseStored(StoredEntry, item), filter);
  return parse(await readSpreadPage(table, widerList(filter), { ...request, keep }));
}

/** The list that every entry has always been on; null where there is none for the filter. */
function ownList({ subjectId, actorId, action }: AuditFilter): SpreadList | null {
  if (action !== undefined || (subjectId !== undefined && actorId !== undefined)) return null;
  return widerList({ subjectId, actorId });
}

function widerList({ subjectId, actorId }: AuditFilter): SpreadList {
  if (subjectId !== undefined) return { name: keys.audit(subjectId, '', '').pk, shards: 0 };
  if (actorId !== undefined)
    // Whose id it is nobody says: that of a person or a key, whose acts are in the list's own partition, or of somebody else.
    return { name: ofActor(actorId), shards: shards.trailFilter, index: 'gsi2', ownGrows: true };
  return trail;
}

/** All of it. */
export const trail: SpreadList = { name: wholeTrail, shards: shards.trail, index: 'gsi1' };

function filedList(filter: AuditFilter): SpreadList {
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

function matches({ actor, action }: AuditEntry, filter: AuditFilter): boolean {
  if (filter.action !== undefined && filter.action !== action) return false;
  const { actorId } = filter;
  return actorId === undefined || actor.id === actorId || actor.personId === actorId;
}

/** Tables known to be filed: once they are, they stay so. */
const filed = new WeakSet<Table>();

/**
 * Whether all of the trail is on the lists of filters: its oldest entry is filed last. What was written since the trail is
 * spread, is; so only its own partition counts.
 */
async function areFormerEntriesFiled(table: Table): Promise<boolean> {
  if (filed.has(table)) return true;
  const oldest = parseFound(
    StoredEntry,
    await readFirst(table, { value: wholeTrail, index: 'gsi1' }),
  );
  const isFiled =
    oldest === null || (await getItem(table, auditItems(oldest).auditByAction)) !== undefined;
  if (isFiled) filed.add(table);
  return isFiled;
}
