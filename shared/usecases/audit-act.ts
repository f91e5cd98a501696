import { type AuditWrites, auditWrites } from '../db/audit.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { AuditEntry } from '../domain/audit.ts';

/** The writes that record an act, for the transaction that carries it out. */
export function auditAct(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<AuditEntry, 'id' | 'outcome'>,
): AuditWrites {
  return auditWrites({ ...act, id: newId(), outcome: 'success' });
}
