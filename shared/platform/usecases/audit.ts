import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import { type AuditFilter, type AuditWrites, auditWrites } from '../db/audit-items.ts';
import { actReasonWrite, readActReasons, readAudit } from '../db/audit-trail.ts';
import type { ActDetails, Actor, AuditEntry } from '../domain/audit-entry.ts';

/** An act: an audit entry that has no id yet. */
export type Act = Omit<AuditEntry, 'id' | 'outcome' | 'details' | 'requestId'> & {
  readonly details: ActDetails;
  /**
   * The reason, in the actor's words. The entry has only its id (`reasonId`): the text may name someone, so it must be
   * erasable, and entries are not.
   */
  readonly reason?: string | null;
};

/** The writes that record an act, for the transaction that carries it out. */
export function auditAct({ newId }: Pick<CoreDeps, 'newId'>, { reason, ...act }: Act): AuditWrites {
  const reasonId = typeof reason === 'string' ? newId() : null;
  const details = reason === undefined ? act.details : { ...act.details, reasonId };
  return {
    ...auditWrites({
      ...act,
      ...causingCall(),
      details,
      id: newId(),
      outcome: 'success',
    }),
    ...(reasonId !== null &&
      typeof reason === 'string' && { auditReason: actReasonWrite(reasonId, reason, act.at) }),
  };
}

/**
 * The writes that record an act on a person, their residencies, keys or Manifestation of Will. All are filed under the
 * person, so that the trail shows the full history of an account.
 */
export function auditPerson(
  deps: Pick<CoreDeps, 'newId'>,
  {
    personId,
    ...act
  }: Pick<Act, 'at' | 'action' | 'details' | 'reason'> & {
    readonly actor: Actor;
    readonly personId: string;
  },
): AuditWrites {
  return auditAct(deps, { ...act, subject: { type: 'person', id: personId } });
}

/** An entry and the actor's reason. The reason is null if none was given or it was erased. */
type ReadEntry = AuditEntry & { readonly reason: string | null };

/** A page of matching audit entries, newest first. `from` and `until` are UTC days, both included. */
export async function listAudit(
  {
    limit,
    cursor,
    from,
    until,
    oldestFirst,
    ...filter
  }: AuditFilter & {
    readonly limit: number;
    readonly oldestFirst?: boolean;
    readonly cursor?: string | undefined;
    readonly from?: string | undefined;
    readonly until?: string | undefined;
  },
  { table }: { readonly table: Table },
): Promise<Page<ReadEntry>> {
  // Entries are sorted by their instant: `T~` sorts after every instant of the day.
  const end = until === undefined ? undefined : `${until}T~`;
  const bounds = oldestFirst
    ? { after: cursor, above: from, until: end, oldestFirst }
    : { after: cursor ?? end, above: from };
  const { items, next } = await readAudit(table, filter, { limit, ...bounds });
  const reasons = await readActReasons(table, items);
  return { next, items: items.map((entry, at) => ({ ...entry, reason: reasons[at] ?? null })) };
}

/** The newest matching entries, at most `most`. */
export async function readTrail(
  filter: Omit<Parameters<typeof listAudit>[0], 'limit' | 'cursor'>,
  most: number,
  deps: { readonly table: Table },
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(100, most - entries.length);
    const page: Page<AuditEntry> = await listAudit({ ...filter, limit, cursor }, deps);
    entries.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && entries.length < most);
  return entries;
}

/** Entries of the trail between two instants, both included, newest first. */
export async function* trailOf(table: Table, from: string, to: string): AsyncGenerator<AuditEntry> {
  // `~` sorts after every entry of the last instant, because ids begin with a hexadecimal digit.
  let after: string | undefined = `${to}#~`;
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof readAudit>> = await readAudit(
      table,
      {},
      { limit: 100, after },
    );
    for (const entry of page.items) {
      if (entry.at < from) return;
      yield entry;
    }
    after = page.next ?? undefined;
  }
}
