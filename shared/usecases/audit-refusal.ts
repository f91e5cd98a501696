import { type AuditWrites, auditWrites } from '../db/audit.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { AuditEntry } from '../domain/audit.ts';

/** The writes that record what was refused, where the refusal itself is worth a line of the trail. */
export function auditRefusal(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<AuditEntry, 'id' | 'outcome'>,
): AuditWrites {
  return auditWrites({ ...act, id: newId(), outcome: 'refused' });
}
