import * as z from 'zod/mini';
import type { AuditEntry } from '../domain/audit.ts';
import { keys } from './keys.ts';
import { type Page, type PageRequest, type Partition, readPage } from './page.ts';
import { parseStored } from './stored.ts';
import type { Item, Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** Who did something, as it is kept with what they did. */
export const StoredActor = z.object({
  kind: z.enum([
    'operator',
    'person',
    'standard_key',
    'agent_key',
    'partner_key',
    'oauth_client',
    'system',
  ]),
  id: z.nullable(z.string()),
  personId: z.nullable(z.string()),
});

const StoredEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: StoredActor,
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  outcome: z.enum(['success', 'refused']),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});

/**
 * The writes that record one act, to go into the same transaction as the act itself.
 *
 * The entry lies with its subject, where it can be read at once; indexes find it by actor and in order
 * of time. What a key did is filed a second time under the person behind the key.
 */
export function auditWrites(entry: AuditEntry): {
  readonly audit: Write;
  readonly auditCopy: Write | undefined;
} {
  const { actor } = entry;
  const order = `${entry.at}#${entry.id}`;
  const byActor = (id: string) => ({ gsi2pk: `AUDIT_ACTOR#${id}`, gsi2sk: order });
  const underPerson = actor.personId !== null && actor.personId !== actor.id;
  return {
    audit: create({
      ...keys.audit(entry.subject?.id ?? null, entry.at, entry.id),
      gsi1pk: 'AUDIT',
      gsi1sk: order,
      ...(actor.id !== null && byActor(actor.id)),
      ...entry,
    }),
    auditCopy: underPerson
      ? create({ ...keys.auditCopy(entry.id), ...byActor(String(actor.personId)), ...entry })
      : undefined,
  };
}

/** Filters of the audit trail; `actorId` is a key, a principal or a person. */
export interface AuditFilter {
  readonly subjectId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
}

/**
 * A page of the audit trail, newest first.
 *
 * Strongly consistent by subject. By actor, and without a filter, it is read from an index, which AWS
 * brings up to date within a second.
 */
export async function readAudit(
  table: Table,
  filter: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditEntry>> {
  const { subjectId, actorId, action } = filter;
  const partial = action !== undefined || (subjectId !== undefined && actorId !== undefined);
  const page = await readPage(table, partitionOf(filter), {
    ...request,
    // The partition is all of what a single filter asks for, but one by action.
    ...(partial && { keep: (item) => matches(parseStored(StoredEntry, item), filter) }),
  });
  return { ...page, items: page.items.map((item: Item) => parseStored(StoredEntry, item)) };
}

function partitionOf({ subjectId, actorId }: AuditFilter): Partition {
  if (subjectId !== undefined) return { value: keys.audit(subjectId, '', '').pk };
  if (actorId !== undefined) return { value: `AUDIT_ACTOR#${actorId}`, index: 'gsi2' };
  return { value: 'AUDIT', index: 'gsi1' };
}

function matches({ actor, action }: AuditEntry, filter: AuditFilter): boolean {
  if (filter.action !== undefined && filter.action !== action) return false;
  const { actorId } = filter;
  return actorId === undefined || actor.id === actorId || actor.personId === actorId;
}
