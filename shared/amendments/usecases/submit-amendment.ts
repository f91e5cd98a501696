import { actorOf, type PersonalCaller } from '../../access/auth/caller.ts';
import { countPayment } from '../../access/usecases/count-use.ts';
import { keys } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { invoiceWrite } from '../../payments/db/invoices.ts';
import { openInvoice } from '../../payments/domain/invoice.ts';
import { type PaymentByVoucher, payByVoucher } from '../../payments/usecases/pay-by-voucher.ts';
import type { Payable, Purchase } from '../../payments/usecases/payable.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findFiling, type StoredEntity } from '../../registry/db/entities.ts';
import { filingConditions } from '../../registry/usecases/read-accessible-entity.ts';
import { amendmentWrite, StoredAmendment } from '../db/amendments.ts';
import { type AmendmentRefusal, decideAmendment } from '../domain/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { payAmendmentTexts } from '../texts/index.ts';
import {
  isFreeFor,
  isProposedNameFree,
  proposedNameIsFree,
  proposedNameKeys,
} from './draft-amendment.ts';
import {
  amendmentError,
  type EntityFiling,
  type FilingOfEntity,
  readOwnAmendment,
} from './read-amendment.ts';

const textsFor = byLocale(payAmendmentTexts);

/**
 * Pays a signed filing with a voucher, and submits it (spec 3.2, 4.15). Before that, creates its invoice and locks the
 * filing, even if the voucher is then rejected.
 *
 * Errors: those of `payByVoucher`: 403; 404; 400 not signed; then 409 `entity.name_taken` if the name has been taken:
 * the invoice stays paid, and `submit` is still needed.
 */
export async function payAmendment(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  payment: PaymentByVoucher,
  deps: ServiceDeps,
): Promise<StoredAmendment> {
  const amendment = await payByVoucher(amendmentToPay(filing, caller, deps), payment, deps);
  if (amendment.submittedAt === null) throw apiErrors.nameTaken();
  return amendment;
}

/** The filing as a payment subject. Creates its invoice and locks the filing. */
export function amendmentToPay(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Purchase<StoredAmendment, AmendmentRefusal> {
  return {
    payerId: caller.personId,
    entityId: filing.entityId,
    actor: actorOf(caller),
    counted: (amountCents, now) => countPayment(caller, amountCents, now),
    extraWrites: filingConditions(filing.entityId, caller),
    notFound: amendmentErrors.amendmentNotFound,
    read: async () => payableAmendment(await invoiceAmendment(filing, caller, deps), caller, deps),
    again: async () => (await readOwnAmendment(deps.table, filing, caller)).amendment,
  };
}

/** The same, for a quote: creates no invoice and does not lock the filing. */
export function amendmentToQuote(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Purchase<StoredAmendment, AmendmentRefusal> {
  return {
    ...amendmentToPay(filing, caller, deps),
    async read() {
      const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
      const invoiced = asInvoiced(amendment, deps.now().toISOString());
      const payable = payableAmendment({ entity, amendment: invoiced }, caller, deps);
      return { ...payable, fee: deps.fee('amendment') };
    },
  };
}

/** The filing in its state after invoicing; unchanged unless it is a draft. */
function asInvoiced(amendment: StoredAmendment, at: string): StoredAmendment {
  // A filing withdrawn as a draft never had an invoice.
  if (amendment.withdrawnAt !== undefined && amendment.paidAt === null) {
    throw amendmentError('invoice_not_open', 'payment');
  }
  if (amendment.statusId !== 'Draft') return amendment;
  const decision = decideAmendment(amendment, { type: 'invoice' }, at);
  if (!decision.ok) throw amendmentError(decision.reason, 'payment');
  return { ...decision.next, updatedAt: at };
}

/** An invoiced filing as a payment subject. `caller` pays and thereby submits it. */
function payableAmendment(
  { amendment, entity }: EntityFiling,
  caller: PersonalCaller,
  deps: Pick<ServiceDeps, 'newId'>,
): Payable<StoredAmendment, AmendmentRefusal> {
  return {
    subject: { type: 'amendment', id: amendment.id },
    invoiceId: amendment.invoiceId,
    fee: null,
    needs: proposedNameKeys(entity, amendment.proposedChanges),
    error: (refusal) => amendmentError(refusal, 'payment'),
    pay(at, _invoice, [claim]) {
      const nameFree = isFreeFor(entity, claim);
      const paid = decideAmendment(amendment, { type: 'pay', nameFree }, at);
      if (!paid.ok) return paid;
      const submitted = paid.next.submittedAt !== null;
      const next = { ...paid.next, updatedAt: at };
      const details = { legalEntityId: entity.id, submitted };
      if (!submitted) {
        return accept({ answer: next, writes: { amendment: amendmentWrite(next) }, details });
      }
      const submission = submissionWrites(next, { entity, caller }, deps, at);
      return accept({ answer: submission.next, writes: { ...submission.writes }, details });
    },
  };
}

/**
 * Creates the invoice of a signed draft and locks the filing, once. Returns the current filing, unchanged unless it was
 * a draft, and its entity.
 *
 * Errors: 403; 404; 400 if it is not signed, in which case no invoice is created.
 */
function invoiceAmendment(
  filing: FilingOfEntity,
  caller: PersonalCaller,
  deps: ServiceDeps,
): Promise<EntityFiling> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    const next = asInvoiced(amendment, at);
    if (next === amendment) return { amendment, entity };
    const { id, invoiceId } = amendment;
    const subject = { type: 'amendment', id } as const;
    const invoice = openInvoice(invoiceId, subject, deps.fee('amendment'), at);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      invoice: invoiceWrite({ ...invoice, version: 0 }),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: 'amendment.invoiced',
        subject,
        details: { legalEntityId: entity.id, invoiceId },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    return { entity, amendment: { ...next, version: next.version + 1 } };
  });
}

/** The payment of an amendment in the portal, which submits it. */
export const amendmentPayment = paymentSubject({
  say: textsFor,
  find: (table, session) => findFiling(table, session, keys.amendment, StoredAmendment),
  payable: ({ entity, filing: amendment }, deps, { ownerId: personId }) =>
    payableAmendment({ entity, amendment }, { kind: 'person', personId }, deps),
  name: ({ entity }) => fullName(entity),
  next({ filing: { submittedAt, paidAt } }) {
    if (submittedAt !== null) return 'submitted';
    // A paid filing stays unsubmitted if its name has been taken.
    return paidAt === null ? 'submits' : 'taken';
  },
});

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
  return retryOnConflict(async () => {
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
interface AmendmentSubmission {
  readonly next: StoredAmendment;
  readonly writes: SubmissionWrites;
}

/**
 * The writes of a submission, for its transaction. They request the review and check the name: the write `name` is
 * refused if the name has been taken.
 */
function submissionWrites(
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
