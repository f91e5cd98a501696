import { reworded, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { picked } from '../../kernel/domain/fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findInvoice, voidedInvoiceWrite } from '../../payments/db/invoices.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { requireEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { amendableFields } from '../../registry/domain/amendable-entity.ts';
import { entityStatus, goodStanding } from '../../registry/domain/good-standing.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { type Approval, type Blocker, reviewed } from '../../reviews/usecases/reviewed.ts';
import {
  amendmentWrite,
  closeAmendmentWrite,
  findAnyAmendment,
  findObjection,
  type StoredAmendment,
} from '../db/amendments.ts';
import { decideAmendment, isOpenAmendment } from '../domain/amendment.ts';
import { amended, proposedFields } from '../domain/proposed-changes.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { isDissolved } from './create-amendment.ts';
import { objectionsToFiling } from './objections.ts';
import { amendmentError } from './read-amendment.ts';

/**
 * Approves an amendment: atomically changes the entity, its name claim and its registry row, with the filing's final
 * status.
 *
 * Blocked if another entity has taken the name, or this one was dissolved.
 */
export async function approveAmendment(
  amendment: StoredAmendment,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredAmendment> | Blocker> {
  const entity = await requireEntity(deps.table, amendment.entityId);
  const returned = decideAmendment(amendment, { type: 'return' }, at);
  // Previous objections are open again, and new ones are possible.
  const undone = returned.ok ? { amendment: amendmentWrite(returned.next) } : {};
  if (isDissolved(entity, at)) {
    const sentence = registryErrors.entityDissolved().message;
    return { sentence, reason: 'entity_dissolved', undone };
  }
  const nameTaken = { sentence: apiErrors.nameTaken().message, reason: 'name_taken', undone };
  const previousValues = picked(entity, amendableFields);
  const { proposedChanges } = amendment;
  const entityVersion = entity.version + 1;
  const after = amended(entity, proposedChanges);
  const revised = revisedEntityWrites(entity, after, at, await registrySharding(deps));
  return {
    decision: decideAmendment(
      { ...amendment, previousValues, entityVersion, updatedAt: at },
      { type: 'approve' },
      at,
    ),
    writes: reworded(revised, (refusal) => {
      if (refusal === undefined) return undefined;
      return refusal === 'name_taken' ? nameTaken : lostRace;
    }),
    details: { changed: proposedFields(proposedChanges) },
  };
}

/** The review of an amendment: an approval changes the legal entity (spec 3.2), see `approveAmendment`. */
export const amendmentReview = reviewed({
  find: findAnyAmendment,
  writes: (next) => ({
    amendment: amendmentWrite(next),
    open: isOpenAmendment(next) ? undefined : closeAmendmentWrite(next),
  }),
  // Creating the review does not change the filing.
  decide: (filing, command, at) => {
    const updatedAt = command.type === 'dispatch' ? filing.updatedAt : at;
    return decideAmendment({ ...filing, updatedAt }, command, at);
  },
  isWithdrawn: ({ withdrawnAt }) => withdrawnAt !== undefined,
  details: ({ entityId }) => ({ legalEntityId: entityId }),
  /**
   * Closes the filing to objections; a concurrent objection refuses the write.
   *
   * Errors: 409 `review.objections_unanswered` for an approval that leaves objections unanswered,
   * `review.objections_changed` if the objections are not those that the reviewer saw, `filing.not_pending_review`.
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
  // A person who objected may no longer represent the entity. A concurrent objection refuses the decision.
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

/**
 * Rejects an invoiced filing that is not submitted: its name was taken, its invoice is void, or it was not paid. The
 * entity can then file another, its representatives get the reason by email, and an open invoice becomes void. Payments
 * stay paid. Concurrent payments, submissions and rejections have one winner.
 *
 * Errors: 404; 409 `filing.not_pending_payment`.
 */
export function rejectUnsubmitted(
  filingId: string,
  reason: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const filing = await findAnyAmendment(deps.table, filingId);
    if (filing === null) throw apiErrors.notFound();
    if (filing.statusId !== 'Pending Payment') throw amendmentErrors.filingNotPendingPayment();
    const decision = decideAmendment(filing, { type: 'reject', reason }, at);
    if (!decision.ok) throw amendmentErrors.filingNotPendingPayment();
    const next = { ...decision.next, updatedAt: at };
    const invoice = await findInvoice(deps.table, filing.invoiceId);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      open: closeAmendmentWrite(next),
      invoice: voidedInvoiceWrite(invoice, at),
      notification: mailWrite(deps.newId(), at, { template: 'amendment_rejected', filingId }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.rejected',
        subject: { type: 'amendment', id: filingId },
        details: { legalEntityId: filing.entityId },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}
