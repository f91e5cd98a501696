import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Review, Verdict } from '../../reviews/review.ts';
import { decide } from '../amendment.ts';
import { amendmentWrite, findAnyAmendment } from '../amendments.ts';
import { amendmentError } from './amendment-errors.ts';

/**
 * Notes on an amendment what its reviewer decides, for the transaction of the decision: from then on nobody
 * can object, and an objection that came meanwhile refuses the write. Nothing for other subjects.
 *
 * Errors: 409 `review.objections_unanswered` for an approval that leaves objections without an answer,
 * `review.objections_changed` when there are others than the reviewer has seen, `filing.not_pending_review`.
 */
export async function noteVerdict(
  subject: Review['subject'],
  { decision, answer = null, objections = null }: Verdict,
  at: string,
  { table }: CoreDeps,
): Promise<{ readonly noted: Write | undefined }> {
  if (subject.type !== 'amendment') return { noted: undefined };
  const filing = await findAnyAmendment(table, subject.id);
  // The workflow that carries the decision out says so.
  if (filing === null) return { noted: undefined };
  const command = { type: 'note_verdict', decision, answer, seen: objections } as const;
  const noted = decide(filing, command, at);
  if (!noted.ok) throw amendmentError(noted.reason);
  return { noted: amendmentWrite(noted.next) };
}
