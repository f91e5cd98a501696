import { auditWrites } from '../db/audit.ts';
import type { Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { AuditEntry } from '../domain/audit.ts';

/** The writes that record an act, for the transaction that carries it out. */
export function auditAct(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<AuditEntry, 'id' | 'outcome'>,
): { readonly audit: Write; readonly auditCopy: Write | undefined } {
  return auditWrites({ ...act, id: newId(), outcome: 'success' });
}
