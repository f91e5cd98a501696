import * as z from 'zod/mini';
import { auditFilterList, trailKeys } from '../../kernel/db/case-keys.ts';
import { shardOf, shards } from '../../kernel/db/key-parts.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import { type ActDetails, type Actor, type AuditEntry, actMeasure } from '../domain/audit-entry.ts';

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

export const StoredEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: StoredActor,
  action: z.string(),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  outcome: z.enum(['success', 'refused']),
  requestId: z.optional(z.string()),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});

/** The entry and its copies for the filters' lists. */
export type AuditWrites = {
  readonly audit: Write;
  readonly auditByAction: Write;
  readonly auditByActor: Write | undefined;
  readonly auditByPerson: Write | undefined;
  /** The reason, if one was given. */
  readonly auditReason?: Write;
};

/**
 * The writes that record one act, for the same transaction as the act itself. Writing them also counts acts in a metric.
 *
 * Every combination of filters has a list. With a subject the list is in the table itself, where an entry is visible
 * immediately, except for all three filters together. Other lists, and lists in order of time, are in an index. An item
 * is on as many lists as it has keys:
 *
 * | item | in the table | in `gsi1` | in `gsi2` |
 * |---|---|---|---|
 * | `audit` | subject | all | actor |
 * | `auditByAction` | subject, action | action | actor, action |
 * | `auditByActor` | subject, actor | subject, actor, action | person, action |
 * | `auditByPerson` | subject, person | subject, person, action | person |
 *
 * "Person" is the one behind a key, or for whom a client acts, if that is not the actor.
 *
 * Index lists that have no single subject are sharded over partitions by the entry's id, because every act of the service
 * is on one of them. All acts of one person or one key are in one partition: see `isOfOneList`.
 */
export function auditWrites(entry: AuditEntry): AuditWrites {
  const { audit, auditByAction, auditByActor, auditByPerson } = auditItems(entry);
  return {
    audit: { ...create(audit), measure: actMeasure(entry) },
    auditByAction: create(auditByAction),
    auditByActor: auditByActor && create(auditByActor),
    auditByPerson: auditByPerson && create(auditByPerson),
  };
}

/** The writes that record a refusal which the audit trail must show. */
export function auditRefusal(
  { newId }: { newId(): string },
  act: Omit<AuditEntry, 'id' | 'outcome' | 'details' | 'requestId'> & {
    readonly details: ActDetails;
  },
): AuditWrites {
  return auditWrites({ ...act, ...causingCall(), id: newId(), outcome: 'refused' });
}

/** The same writes under other labels, for a transaction that records another action as well. */
export function alsoRecorded(writes: AuditWrites): Readonly<Record<string, Write | undefined>> {
  return Object.fromEntries(
    Object.entries(writes).map(([label, write]) => [`also_${label}`, write]),
  );
}

export function auditItems(entry: AuditEntry) {
  const { actor, action, at, id } = entry;
  const subjectId = entry.subject?.id ?? noSubject;
  const actors = [...new Set([actor.id, actor.personId])].filter((of) => of !== null);
  const [first, second] = actors;
  const order = `${at}#${id}`;
  const inTime = (list: string) => ({ gsi1pk: list, gsi1sk: order });
  const sharded = (list: string) => shardOf(list, shards.trailFilter, id);
  const byBoth = (actorId: string | undefined) =>
    actorId === undefined
      ? {}
      : { gsi2pk: sharded(auditFilterList(filterText({ actorId, action }))), gsi2sk: order };
  const byActor = (actorId: string | undefined) => {
    if (actorId === undefined) return {};
    const list = ofActor(actorId);
    return { gsi2pk: isOfOneList(actor, actorId) ? list : sharded(list), gsi2sk: order };
  };
  const filedUnder = (actorId: string) => ({
    ...trailKeys.auditByActor(filterText({ subjectId, actorId }), at, id),
    ...inTime(auditFilterList(filterText({ subjectId, actorId, action }))),
    ...entry,
  });
  return {
    audit: {
      ...trailKeys.audit(subjectId, at, id),
      ...inTime(shardOf(wholeTrail, shards.trail, id)),
      ...byActor(first),
      ...entry,
    },
    auditByAction: {
      ...trailKeys.auditByAction(filterText({ subjectId, action }), at, id),
      ...inTime(sharded(auditFilterList(filterText({ action })))),
      ...byBoth(first),
      ...entry,
    },
    auditByActor: first === undefined ? undefined : { ...filedUnder(first), ...byBoth(second) },
    auditByPerson: second === undefined ? undefined : { ...filedUnder(second), ...byActor(second) },
  };
}

/** In `gsi1`: the whole trail, sharded over partitions. */
export const wholeTrail = 'AUDIT';

/** The partition of entries without a subject. */
const noSubject = 'none';

/**
 * Whether all acts of one of an entry's actors are in one partition of the index, where `/portal/activity` and the API
 * read them with one request. This holds for the acts of a person, of others on their behalf, and of their keys. All
 * callers together make at most 500 calls a second (`stageThrottle`), and a partition accepts a thousand entries.
 * Operators, partners, clients and the service itself act for many people and without API calls, so their acts are
 * sharded.
 */
function isOfOneList({ kind, personId }: Actor, actorId: string): boolean {
  return (
    actorId === personId || kind === 'person' || kind === 'standard_key' || kind === 'agent_key'
  );
}

/** In `gsi2`: all acts of an actor. Spread over partitions, unless `isOfOneList`. */
export function ofActor(actorId: string): string {
  return `AUDIT_ACTOR#${actorId}`;
}

/** Filters of the audit trail; `actorId` is a key, a principal or a person. */
export interface AuditFilter {
  readonly subjectId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
}

/** A text that is unique for each filter. */
export function filterText({ subjectId = '', actorId = '', action = '' }: AuditFilter): string {
  return JSON.stringify([subjectId, actorId, action]);
}
