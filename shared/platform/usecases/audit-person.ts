import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { AuditWrites } from '../db/audit-items.ts';
import type { Actor } from '../domain/audit-entry.ts';
import { type Act, auditAct } from './audit-act.ts';

/**
 * The writes that record an act on a person, their residencies, keys or Manifestation of Will. All of it is
 * filed under the person, so that the trail tells an account's whole story.
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
