import type { CoreDeps } from '../kernel/deps/core.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type AuditWrites, auditWrites } from './audit-items.ts';

/** What somebody did: an entry of the trail before it has an id. */
export type Act = Omit<AuditEntry, 'id' | 'outcome'>;

/** The writes that record an act, for the transaction that carries it out. */
export function auditAct({ newId }: Pick<CoreDeps, 'newId'>, act: Act): AuditWrites {
  return auditWrites({ ...act, id: newId(), outcome: 'success' });
}
