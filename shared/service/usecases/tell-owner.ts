import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { unmarkStuck } from '../../reviews/usecases/mark-stuck.ts';

/**
 * Has whoever applied told what became of it, once. It is the last step of a workflow, so it removes the mark of an earlier
 * attempt that got stuck.
 */
export async function tellOwner(
  subject: ReviewState['subject'],
  mail: Mail,
  deps: CoreDeps,
): Promise<void> {
  const id = `${mail.template.replaceAll('_', '-')}-${subject.id}`;
  const told = eventWrite(id, deps.now().toISOString(), { type: 'mail.wanted', mail });
  // Refused when an earlier attempt, or the last step of another workflow, put it there.
  await transact(deps.table, { told });
  await unmarkStuck(subject, deps);
}
