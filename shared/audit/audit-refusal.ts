import type { CoreDeps } from '../kernel/deps/core.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type AuditWrites, auditWrites } from './audit-items.ts';

/** The writes that record what was refused, where the refusal itself is worth a line of the trail. */
export function auditRefusal(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<AuditEntry, 'id' | 'outcome'>,
): AuditWrites {
  return auditWrites({ ...act, id: newId(), outcome: 'refused' });
}
