import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmendmentCommand,
  type AmendmentRefusal,
  type AmendmentState,
  type AmendmentStatus,
  amendmentStatuses,
  amendmentTransitions,
  decideAmendment,
  isOpenAmendment,
  nextStepsOfAmendment,
} from '../../../shared/amendments/domain/amendment.ts';
import {
  amended,
  hasChanges,
  noChanges,
} from '../../../shared/amendments/domain/proposed-changes.ts';

const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const signature = { personId: 'ada', signerName: 'Ada Lovelace', signedAt: noon };
const office = { line1: '1 Quay', city: 'Port Town', postalCode: '1', country: 'HN' };

const draft: AmendmentState = {
  statusId: 'Draft',
  proposedChanges: { ...noChanges, name: 'Acme' },
  signature: null,
  paidAt: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  dispatchedAt: null,
};
const signed = { ...draft, signature };
const invoiced = { ...signed, statusId: 'Pending Payment' } as const;
const submitted = {
  ...invoiced,
  statusId: 'Pending Review',
  paidAt: noon,
  submittedAt: noon,
} as const;
const inEach: Readonly<Record<AmendmentStatus, AmendmentState>> = {
  Draft: signed,
  'Pending Payment': invoiced,
  'Pending Review': submitted,
  Approved: { ...submitted, statusId: 'Approved', approvedAt: noon },
  Rejected: { ...submitted, statusId: 'Rejected', rejectedAt: noon, rejectedReason: 'No.' },
};

const question = {
  id: 'question',
  reviewId: 'review',
  message: 'Which door?',
  requestedAt: '2026-03-01T12:00:00.000Z',
  answeredAt: null,
};

const commands: Readonly<Record<AmendmentCommand['type'], AmendmentCommand>> = {
  request_information: { type: 'request_information', request: question },
  answer_information: { type: 'answer_information', requestId: question.id },
  propose: { type: 'propose', changes: { ...noChanges, extension: 'L.L.C.' } },
  revise: { type: 'revise', changes: { name: 'Acme Two' } },
  sign: { type: 'sign', signature, nameFree: true },
  invoice: { type: 'invoice' },
  pay: { type: 'pay', nameFree: true },
  submit: { type: 'submit', nameFree: true },
  dispatch: { type: 'dispatch' },
  object: { type: 'object' },
  withdraw: { type: 'withdraw' },
  note_verdict: { type: 'note_verdict', decision: 'approve', answer: null, seen: null },
  return: { type: 'return' },
  approve: { type: 'approve' },
  reject: { type: 'reject', reason: 'No.' },
};

/** The refusal reason of each pair that is not in the transition table. */
const refusals: Readonly<
  Record<AmendmentCommand['type'], Partial<Record<AmendmentStatus, AmendmentRefusal>>>
> = {
  propose: everywhereElse('locked', 'Draft'),
  revise: everywhereElse('locked', 'Draft'),
  sign: everywhereElse('locked', 'Draft'),
  invoice: everywhereElse('locked', 'Draft'),
  pay: { ...everywhereElse('already_paid', 'Pending Payment'), Draft: 'not_invoiced' },
  submit: { Draft: 'not_paid', Approved: 'decided', Rejected: 'decided' },
  dispatch: everywhereElse('not_pending_review', 'Pending Review'),
  object: { Approved: 'decided', Rejected: 'decided' },
  withdraw: { Approved: 'decided', Rejected: 'decided' },
  note_verdict: everywhereElse('not_pending_review', 'Pending Review'),
  request_information: everywhereElse('not_pending_review', 'Pending Review'),
  answer_information: everywhereElse('not_pending_review', 'Pending Review'),
  return: everywhereElse('not_pending_review', 'Pending Review'),
  approve: everywhereElse('not_pending_review', 'Pending Review'),
  reject: everywhereElse('not_pending_review', 'Pending Payment', 'Pending Review'),
};

function everywhereElse(reason: AmendmentRefusal, ...accepting: readonly AmendmentStatus[]) {
  const others = amendmentStatuses.filter((status) => !accepting.includes(status));
  return Object.fromEntries(others.map((status) => [status, reason]));
}

const pairs = amendmentStatuses.flatMap((status) =>
  Object.values(commands).map((command): [string, AmendmentStatus, AmendmentCommand] => [
    `${command.type} in ${status}`,
    status,
    command,
  ]),
);

describe('an amendment filing (spec 3.2)', () => {
  it.each(pairs)(
    '%s follows the transition table, and is refused if the table has no entry',
    (_, status, command) => {
      const decision = decideAmendment(inEach[status], command, later);
      const targets = amendmentTransitions[status][command.type];
      const reason = refusals[command.type][status];
      expect(reason === undefined).toBe(targets !== undefined);
      if (targets === undefined) expect(decision).toEqual({ ok: false, reason });
      else if (command.type === 'sign') {
        expect(decision).toEqual({ ok: false, reason: 'already_signed' });
      } else if (command.type === 'answer_information') {
        expect(decision).toEqual({ ok: false, reason: 'not_requested' });
      } else if (command.type === 'submit' && status === 'Pending Payment') {
        expect(decision).toEqual({ ok: false, reason: 'not_paid' });
      } else expect(decision.ok && targets.includes(decision.next.statusId)).toBe(true);
    },
  );

  it('POST in Draft replaces all proposals and voids the signature', () => {
    const changes = { ...noChanges, principalOfficeAddress: office };
    expect(decideAmendment(signed, { type: 'propose', changes }, later)).toEqual({
      ok: true,
      next: { ...draft, proposedChanges: changes, signatureVoidedAt: later },
    });
  });

  it('PATCH in Draft keeps absent fields, clears null fields and voids the signature', () => {
    const two = { ...signed, proposedChanges: { ...noChanges, name: 'Acme', extension: 'LLC' } };
    expect(decideAmendment(two, { type: 'revise', changes: { extension: null } }, later)).toEqual({
      ok: true,
      next: { ...draft, signatureVoidedAt: later },
    });
  });

  it('PATCH in Draft keeps the signature if nothing changes', () => {
    const both = { ...noChanges, name: 'Acme', principalOfficeAddress: office };
    const filing = { ...signed, proposedChanges: both };
    const changes = { name: 'Acme', principalOfficeAddress: { ...office, line2: null } };
    expect(decideAmendment(filing, { type: 'revise', changes }, later)).toEqual({
      ok: true,
      next: filing,
    });
  });

  it.each<[AmendmentRefusal, AmendmentState, AmendmentCommand]>([
    ['no_changes', { ...draft, proposedChanges: noChanges }, commands.sign],
    ['name_taken', draft, { type: 'sign', signature, nameFree: false }],
    ['not_signed', draft, commands.invoice],
    ['not_signed', draft, commands.pay],
    ['not_signed', draft, commands.submit],
    ['already_paid', { ...invoiced, paidAt: noon }, commands.pay],
    ['name_taken', { ...invoiced, paidAt: noon }, { type: 'submit', nameFree: false }],
  ])('is refused as %s', (reason, filing, command) => {
    expect(decideAmendment(filing, command, later)).toEqual({ ok: false, reason });
  });

  it('reaches exactly the statuses in the transition table', () => {
    const paid = { ...invoiced, paidAt: noon };
    const asked = { ...submitted, informationRequest: question };
    const states = [draft, paid, asked, ...Object.values(inEach)];
    const reached = new Set<string>();
    for (const state of states) {
      for (const command of Object.values(commands)) {
        for (const nameFree of [true, false]) {
          // Only some commands use `nameFree`, as their types show. The others ignore it.
          const decision = decideAmendment(
            state,
            { ...command, nameFree } as AmendmentCommand,
            later,
          );
          if (decision.ok) {
            reached.add(`${state.statusId}: ${command.type}: ${decision.next.statusId}`);
          }
        }
      }
    }
    const said = Object.entries(amendmentTransitions).flatMap(([status, accepted]) =>
      Object.entries(accepted).flatMap(([command, targets]) =>
        targets.map((target) => `${status}: ${command}: ${target}`),
      ),
    );
    expect([...reached].toSorted()).toEqual(said.toSorted());
  });

  it('sign in Draft stores the signature and changes nothing else', () => {
    expect(decideAmendment(draft, commands.sign, later)).toEqual({ ok: true, next: signed });
  });

  it('payment in Pending Payment submits the filing at the time of the payment', () => {
    expect(decideAmendment(invoiced, commands.pay, later)).toEqual({
      ok: true,
      next: { ...submitted, paidAt: later, submittedAt: later },
    });
  });

  it('payment while the name is taken leaves the filing in Pending Payment until it is submitted', () => {
    const paid = decideAmendment(invoiced, { type: 'pay', nameFree: false }, noon);
    expect(paid).toEqual({ ok: true, next: { ...invoiced, paidAt: noon } });
    expect(decideAmendment({ ...invoiced, paidAt: noon }, commands.submit, later)).toEqual({
      ok: true,
      next: { ...submitted, submittedAt: later },
    });
  });

  it('submit after submission keeps the time of submission', () => {
    const submit = { type: 'submit', nameFree: false } as const;
    expect(decideAmendment(submitted, submit, later)).toEqual({ ok: true, next: submitted });
  });

  it('keeps the time when its review was first dispatched', () => {
    const dispatched = { ...submitted, dispatchedAt: noon };
    expect(decideAmendment(dispatched, commands.dispatch, later)).toEqual({
      ok: true,
      next: dispatched,
    });
  });

  it('keeps its invariants under any sequence of commands', () => {
    const free = fc.boolean();
    const name = fc.constantFrom('Acme', 'Bravo', null);
    const command: fc.Arbitrary<AmendmentCommand> = fc.oneof(
      name.map(
        (value): AmendmentCommand => ({ type: 'propose', changes: { ...noChanges, name: value } }),
      ),
      name.map((value): AmendmentCommand => ({ type: 'revise', changes: { name: value } })),
      free.map((nameFree): AmendmentCommand => ({ type: 'sign', signature, nameFree })),
      free.map((nameFree): AmendmentCommand => ({ type: 'pay', nameFree })),
      free.map((nameFree): AmendmentCommand => ({ type: 'submit', nameFree })),
      fc.constantFrom(commands.invoice, commands.dispatch, commands.approve, commands.reject),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (sequence) => {
        let filing = draft;
        let payments = 0;
        for (const each of sequence) {
          const decision = decideAmendment(filing, each, later);
          if (!decision.ok) continue;
          if (each.type === 'pay') payments += 1;
          expect(amendmentTransitions[filing.statusId][each.type]).toContain(
            decision.next.statusId,
          );
          filing = decision.next;
          expectPossible(filing);
        }
        expect(payments).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });
});

function expectPossible(filing: AmendmentState) {
  const { statusId, signature: signedBy, paidAt, submittedAt, approvedAt, rejectedAt } = filing;
  const draftOrWaiting = statusId === 'Draft' || statusId === 'Pending Payment';
  // A filing that an operator rejected may never have been submitted.
  if (statusId !== 'Rejected') expect(submittedAt === null).toBe(draftOrWaiting);
  if (statusId !== 'Draft') expect(signedBy).not.toBeNull();
  if (signedBy !== null) expect(hasChanges(filing.proposedChanges)).toBe(true);
  if (paidAt !== null) expect(statusId).not.toBe('Draft');
  if (submittedAt !== null) expect(paidAt).not.toBeNull();
  expect(approvedAt !== null).toBe(statusId === 'Approved');
  expect(rejectedAt !== null).toBe(statusId === 'Rejected');
  expect(isOpenAmendment(filing)).toBe(approvedAt === null && rejectedAt === null);
}

describe('objections to a filing', () => {
  const objected = { ...submitted, objections: 2 };
  const approve = (answer: string | null, seen: number | null, filing: AmendmentState = objected) =>
    decideAmendment(filing, { type: 'note_verdict', decision: 'approve', answer, seen }, later);

  it('must be answered by an approval, which must have seen all of them', () => {
    expect(approve('Heard.', 2)).toEqual({
      ok: true,
      next: { ...objected, verdict: { decision: 'approve', answer: 'Heard.', decidedAt: later } },
    });
    expect(approve('Heard.', 1)).toEqual({ ok: false, reason: 'objections_changed' });
    expect(approve(null, 2)).toEqual({ ok: false, reason: 'objections_unanswered' });
    expect(approve('Heard.', null)).toEqual({ ok: false, reason: 'objections_unanswered' });
  });

  it('need no answer if there are none or the filing is rejected', () => {
    const verdict = { decision: 'approve', answer: null, decidedAt: later } as const;
    expect(approve('To nobody.', 0, submitted)).toEqual({
      ok: true,
      next: { ...submitted, verdict },
    });
    const reject = { type: 'note_verdict', decision: 'reject', answer: null, seen: 1 } as const;
    expect(decideAmendment(objected, reject, later)).toEqual({
      ok: true,
      next: { ...objected, verdict: { ...verdict, decision: 'reject' } },
    });
  });
});

describe('nextSteps (spec 2.7)', () => {
  const none = {
    changesRequired: false,
    signatureRequired: false,
    paymentRequired: false,
    reviewDispatchPending: false,
    submitReady: false,
  };
  it.each<[string, AmendmentState, Partial<typeof none>]>([
    [
      'a draft without proposals',
      { ...draft, proposedChanges: noChanges },
      { changesRequired: true, paymentRequired: true },
    ],
    ['an unsigned draft', draft, { signatureRequired: true, paymentRequired: true }],
    ['a signed draft', signed, { paymentRequired: true }],
    ['an invoiced filing', invoiced, { paymentRequired: true }],
    [
      'a paid filing that could not be submitted',
      { ...invoiced, paidAt: noon },
      { submitReady: true },
    ],
    ['a submitted filing', submitted, { reviewDispatchPending: true }],
    ['a dispatched filing', { ...submitted, dispatchedAt: noon }, {}],
    ['an approved filing', inEach.Approved, {}],
    ['a rejected filing', inEach.Rejected, {}],
  ])('of %s', (_, filing, steps) => {
    expect(nextStepsOfAmendment(filing)).toEqual({ ...none, ...steps });
  });
});

it('an approved amendment changes only the proposed fields', () => {
  const entity = {
    name: 'Old',
    extension: 'LLC',
    nameStartsWithExtension: true,
    principalOfficeAddress: null,
  };
  expect(amended(entity, noChanges)).toEqual(entity);
  expect(amended(entity, { ...noChanges, nameStartsWithExtension: false })).toEqual({
    ...entity,
    nameStartsWithExtension: false,
  });
  expect(amended(entity, { ...noChanges, name: 'New', principalOfficeAddress: office })).toEqual({
    ...entity,
    name: 'New',
    principalOfficeAddress: office,
  });
});
