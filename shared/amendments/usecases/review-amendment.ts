import { requireEntity } from '../../registry/db/entities.ts';
import { entityStatus, goodStanding } from '../../registry/domain/good-standing.ts';
import { reviewed } from '../../reviews/usecases/reviewed.ts';
import { amendmentWrite, closeAmendmentWrite, findAnyAmendment } from '../db/amendments.ts';
import { findObjection } from '../db/objections.ts';
import { decideAmendment, isOpenAmendment } from '../domain/amendment.ts';
import { amendmentError } from './amendment-errors.ts';
import { objectionsToFiling } from './read-objections.ts';
import { activeRepresentatives } from './write-to-representatives.ts';

/** The review of an amendment: an approval changes the legal entity (spec 3.2), see approve-amendment.ts. */
export const amendmentReview = reviewed({
  find: findAnyAmendment,
  writes: (next) => ({
    amendment: amendmentWrite(next),
    open: isOpenAmendment(next) ? undefined : closeAmendmentWrite(next),
  }),
  // That a task was made for reviewers is no change of what the filing says.
  decide: (filing, command, at) => {
    const updatedAt = command.type === 'dispatch' ? filing.updatedAt : at;
    return decideAmendment({ ...filing, updatedAt }, command, at);
  },
  details: ({ entityId }) => ({ legalEntityId: entityId }),
  /**
   * From then on nobody can object, and an objection that came meanwhile refuses the write.
   *
   * Errors: 409 `review.objections_unanswered` for an approval that leaves objections without an answer,
   * `review.objections_changed` when there are others than the reviewer has seen, `filing.not_pending_review`.
   */
  noteVerdict: (filing, { decision, answer = null, objections: seen = null }, at) => {
    const noted = decideAmendment(filing, { type: 'note_verdict', decision, answer, seen }, at);
    if (!noted.ok) throw amendmentError(noted.reason);
    return noted.next;
  },
  mail: (filingId, outcome) => ({ template: `amendment_${outcome}`, filingId }),
  proposes: ({ id, entityId, proposedChanges: { name } }) =>
    name === null ? null : { name, own: [id, entityId] },
  applicant: ({ signature }) => signature,
  // Somebody who objected may no longer represent the entity. An objection made meanwhile refuses the decision.
  isOwnToo: async ({ id }, personId, table) => (await findObjection(table, id, personId)) !== null,
  applicants: ({ entityId }, table) => activeRepresentatives(table, entityId),
  facts: async (filing, { table, now }) => {
    const [entity, { objections }] = await Promise.all([
      requireEntity(table, filing.entityId),
      objectionsToFiling(filing, table),
    ]);
    const at = now().toISOString();
    const standing = { status: entityStatus(entity, at), good: goodStanding(entity, at) };
    return { type: 'amendment' as const, filing, objections, entity, standing };
  },
});
