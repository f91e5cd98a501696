import { causingCall } from '../kernel/cause.ts';
import type { CoreDeps } from '../kernel/deps/core.ts';
import type { Act } from './audit-act.ts';
import { type AuditWrites, auditWrites } from './audit-items.ts';

/** The writes that record what was refused, where the refusal itself is worth a line of the trail. */
export function auditRefusal(
  { newId }: Pick<CoreDeps, 'newId'>,
  act: Omit<Act, 'reason'>,
): AuditWrites {
  return auditWrites({ ...act, ...causingCall(), id: newId(), outcome: 'refused' });
}
