import type { CoreDeps } from '../../kernel/deps/core.ts';
import { causingCall } from '../../kernel/runtime/cause.ts';
import { actReasonWrite } from '../db/act-reasons.ts';
import { type AuditWrites, auditWrites } from '../db/audit-items.ts';
import type { ActDetails } from '../domain/audit-details.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** What somebody did: an entry of the trail before it has an id. */
export type Act = Omit<AuditEntry, 'id' | 'outcome' | 'details' | 'requestId'> & {
  readonly details: ActDetails;
  /**
   * Why, in the words of whoever did it. The entry has an id of it only (`reasonId`): a text may name somebody, and what names
   * somebody must be erasable, which entries are not.
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
