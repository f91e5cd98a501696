import type { CoreDeps } from '../kernel/deps/core.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type AuditWrites, auditWrites } from './audit-items.ts';

/** The writes that record an act, for the transaction that carries it out. */
export function auditAct(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<AuditEntry, 'id' | 'outcome'>,
): AuditWrites {
  return auditWrites({ ...act, id: newId(), outcome: 'success' });
}
