import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { readReviewed } from './reviewed-things.ts';

/**
 * Notes on the subject that its review is waiting. A subject that has been decided in the meantime stays
 * as it is.
 */
export function markDispatched(
  subject: ReviewState['subject'],
  { table, now }: CoreDeps,
): Promise<void> {
  return untilWritten(async () => {
    const { rules, item } = await readReviewed(subject, table);
    const decision = rules.decide(item, { type: 'dispatch' }, now().toISOString());
    if (!decision.ok || (item.dispatchedAt !== null && item.stuckAt === undefined)) return;
    const writes = rules.writes({ ...decision.next, stuckAt: undefined });
    return (await transact(table, writes)).kind === 'written' ? undefined : lostRace;
  });
}
