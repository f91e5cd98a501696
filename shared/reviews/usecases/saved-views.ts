import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import type { StaffStatus } from '../../staff/usecases/staff-status.ts';
import { findQueueViews, queueViewsWrite } from '../db/review-queue.ts';
import {
  decideViews,
  type SavedView,
  type ViewCommand,
  type ViewRefusal,
} from '../domain/queue.ts';

/** The staff member's saved views, in the order of their names. */
export async function readSavedViews(
  personId: string,
  { table }: { readonly table: Table },
): Promise<readonly SavedView[]> {
  return (await findQueueViews(table, personId))?.views ?? [];
}

/**
 * Saves or deletes a view of the queue; null if that is done, or was done before. Two tabs that save at the same time
 * are handled one after the other.
 *
 * Views are a preference of their owner, so they are in no audit trail. Errors: those of `StaffStatus.unchanged`; 404
 * for a person whose data is being erased, so nothing is stored after the erasure.
 */
export function changeSavedViews(
  { personId, unchanged }: Pick<StaffStatus, 'personId' | 'unchanged'>,
  command: ViewCommand,
  { table }: { readonly table: Table },
): Promise<ViewRefusal | null> {
  return retryOnConflict(async () => {
    const read = await findQueueViews(table, personId);
    const views = read?.views ?? [];
    const decision = decideViews(views, command);
    if (!decision.ok) return decision.reason;
    if (decision.next === views) return null;
    const outcome = await transact(table, {
      views: orElse(queueViewsWrite(personId, decision.next, read), conflict),
      stillStaff: unchanged,
      unerased: orElse(unerasedPersonCheck(personId), () => apiErrors.notFound()),
    });
    if (outcome.kind === 'written') return null;
    if (outcome.refusal instanceof Error) throw outcome.refusal;
    return lostRace;
  });
}
