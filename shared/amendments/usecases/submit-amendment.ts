import { actorOf, type PersonalCaller } from '../../access/auth/caller.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { filingConditions } from '../../registry/usecases/read-accessible-entity.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { isProposedNameFree, proposedNameIsFree } from './create-amendment.ts';
import { amendmentError, type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';

/**
 * Submits a signed and paid filing. A submitted one stays unchanged; if its review does not exist yet, requests the
 * dispatch of the same submission again (spec 3.2, 4.15).
 *
 * Errors: 403; 404; 400 not signed; 402 `invoice_not_paid`; 409 `entity.name_taken`.
 */
export function submitAmendment(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    const nameFree = await isProposedNameFree(deps.table, entity, amendment.proposedChanges);
    const decision = decideAmendment(amendment, { type: 'submit', nameFree }, at);
    if (!decision.ok) {
      if (decision.reason === 'decided') return amendment;
      throw amendmentError(decision.reason, 'submission');
    }
    const repeated = decision.next === amendment;
    if (repeated && amendment.dispatchedAt !== null) return amendment;
    const { next, writes } = repeated
      ? dispatchAgain(amendment, deps, at)
      : submissionWrites(decision.next, { entity, caller }, deps, at);
    const outcome = await transact(deps.table, {
      ...writes,
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: repeated ? 'amendment.dispatch_requested' : 'amendment.submitted',
        subject: { type: 'amendment', id: amendment.id },
        details: { legalEntityId: entity.id },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** Whether `submitAmendment` would submit the filing; false for a repeat. Same errors. */
export async function wouldSubmit(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: CoreDeps,
): Promise<boolean> {
  const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
  const nameFree = await isProposedNameFree(deps.table, entity, amendment.proposedChanges);
  const at = deps.now().toISOString();
  const decision = decideAmendment(amendment, { type: 'submit', nameFree }, at);
  if (decision.ok) return decision.next !== amendment;
  if (decision.reason === 'decided') return false;
  throw amendmentError(decision.reason, 'submission');
}

interface SubmissionWrites {
  readonly amendment: Write | undefined;
  readonly name: Write | undefined;
  readonly submission: Write | undefined;
  /** The write that notifies every representative. */
  readonly notification: Write | undefined;
}

/** A filing's next state, with the writes of its transaction. */
export interface AmendmentSubmission {
  readonly next: StoredAmendment;
  readonly writes: SubmissionWrites;
}

/**
 * The writes of a submission, for its transaction. They request the review and check the name: the write `name` is
 * refused if the name has been taken.
 */
export function submissionWrites(
  submitted: StoredAmendment,
  {
    entity,
    caller,
  }: {
    readonly entity: StoredEntity;
    readonly caller: PersonalCaller;
  },
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): AmendmentSubmission {
  const submissionId = newId();
  const next = { ...submitted, submissionId, updatedAt: at };
  return {
    next,
    writes: {
      amendment: amendmentWrite(next),
      name: proposedNameIsFree(entity, next.proposedChanges),
      submission: submissionEvent(next, submissionId, at),
      notification: mailWrite(newId(), at, {
        template: 'amendment_submitted',
        filingId: next.id,
        personId: caller.personId,
        keyId: caller.kind === 'person' ? null : caller.keyId,
      }),
    },
  };
}

const nothing = { amendment: undefined, name: undefined, notification: undefined };

function dispatchAgain(
  amendment: StoredAmendment,
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): AmendmentSubmission {
  const submission = submissionEvent(amendment, newId(), at);
  return { next: amendment, writes: { ...nothing, submission } };
}

/** The event of a submission. A repeated event leads to the same review. */
function submissionEvent(
  { id, submissionId }: StoredAmendment,
  eventId: string,
  at: string,
): Write {
  return eventWrite(eventId, at, {
    type: 'review.requested',
    subject: { type: 'amendment', id },
    ...(submissionId !== null && { submissionId }),
  });
}
