import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../shared/kernel/domain/decision.ts';
import type { Actor } from '../../../shared/platform/domain/audit-entry.ts';
import {
  carryOut,
  changedReview,
  decidedReview,
  questionedReview,
  type ReviewCommand,
  type ReviewState,
  returnReview,
  reviewStatuses,
  reviewTransitions,
  withdrawReview,
} from '../../../shared/reviews/domain/review.ts';
import {
  claimedReview,
  currentClaim,
  releasedReview,
} from '../../../shared/reviews/domain/review-claim.ts';

const noon = '2026-03-01T12:00:00.000Z';
const noon1159 = '2026-03-01T11:59:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const ada: Actor = { kind: 'operator', id: 'ada', personId: null };

const question = {
  id: 'question',
  reviewId: 'review',
  message: 'Which door?',
  requestedAt: '2026-03-01T12:00:00.000Z',
  answeredAt: null,
};

const pending: ReviewState = {
  id: 'review',
  subject: { type: 'legal_entity_application', id: 'application' },
  status: 'pending',
  reason: null,
  returnedReason: null,
  createdAt: noon,
  decidedAt: null,
  decidedBy: null,
  carriedOutAt: null,
};
const decided = { decidedAt: noon, decidedBy: ada };
const inEach: Readonly<Record<ReviewState['status'], ReviewState>> = {
  pending,
  approved: { ...pending, ...decided, status: 'approved' },
  rejected: { ...pending, ...decided, status: 'rejected', reason: 'No.' },
};

const two = { required: 2, isSenior: true } as const;
const apply: Readonly<
  Record<ReviewCommand, (review: ReviewState) => Decision<ReviewState, string>>
> = {
  approve: (review) => decidedReview(review, { decision: 'approve', reason: null }, ada, later),
  approve_first: (review) =>
    decidedReview(
      review,
      { decision: 'approve', reason: null },
      { kind: 'person', id: 'rosa', personId: 'rosa' },
      later,
      two,
    ),
  reject: (review) => decidedReview(review, { decision: 'reject', reason: 'No.' }, ada, later),
  return: (review) => returnReview(review, 'Taken.'),
  withdraw: (review) => withdrawReview(review, 'No.', ada, later),
  request_information: (review) =>
    questionedReview(review, { type: 'request_information', request: question }, later),
  answer_information: (review) =>
    questionedReview(
      { ...review, informationRequest: question },
      { type: 'answer_information', requestId: question.id },
      later,
    ),
  claim: (review) => claimedReview(review, ada, later),
  change: (review) => changedReview(review),
  release: (review) => releasedReview({ ...review, claim: { by: ada, at: noon1159 } }, ada, noon),
};
const commands = [
  'approve',
  'approve_first',
  'reject',
  'return',
  'withdraw',
  'claim',
  'release',
  'change',
  'request_information',
  'answer_information',
] as const;

describe('a review', () => {
  const pairs = reviewStatuses.flatMap((status) =>
    commands.map((command): [string, ReviewState['status'], ReviewCommand] => [
      `${command} when ${status}`,
      status,
      command,
    ]),
  );

  it.each(pairs)(
    '%s follows the transition table, and is refused if the table has no entry',
    (_, status, command) => {
      const decision = apply[command](inEach[status]);
      const next = reviewTransitions[status][command];
      expect(decision.ok ? decision.next.status : null).toBe(next ?? null);
    },
  );

  it('that is returned shows why, and can be decided again', () => {
    const returned = returnReview(inEach.approved, 'Taken.');
    expect(returned).toEqual({ ok: true, next: { ...pending, returnedReason: 'Taken.' } });
    if (!returned.ok) throw new Error('unreachable: just compared');
    expect(apply.reject(returned.next)).toEqual({
      ok: true,
      next: {
        ...pending,
        status: 'rejected',
        reason: 'No.',
        decidedAt: later,
        decidedBy: ada,
      },
    });
  });

  it('of a withdrawn case is rejected and carried out immediately, even if it was approved', () => {
    const closed = { ...pending, status: 'rejected', reason: 'No.', decidedAt: later };
    for (const review of [pending, inEach.approved]) {
      expect(apply.withdraw(review)).toEqual({
        ok: true,
        next: { ...closed, decidedBy: ada, carriedOutAt: later, withdrawn: true },
      });
    }
  });

  it('can be carried out only after the decision, keeps the time, and cannot be returned then', () => {
    expect(carryOut(pending, later)).toEqual({ ok: false, reason: 'not_decided' });
    const carried = { ...inEach.approved, carriedOutAt: noon };
    expect(carryOut(inEach.approved, noon)).toEqual({ ok: true, next: carried });
    expect(carryOut(carried, later)).toEqual({ ok: true, next: carried });
    expect(returnReview(carried, 'Taken.')).toEqual({ ok: false, reason: 'not_returnable' });
    expect(apply.withdraw(carried)).toEqual({ ok: false, reason: 'not_open' });
  });

  it('keeps its invariants under any sequence of commands', () => {
    const command = fc.constantFrom(...commands, 'carry out');
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (sequence) => {
        let state = pending;
        for (const each of sequence) {
          const before = state;
          const decision = each === 'carry out' ? carryOut(before, later) : apply[each](before);
          if (decision.ok) state = decision.next;
          const isDecided = state.status !== 'pending';
          expect([state.decidedAt !== null, state.decidedBy !== null]).toEqual([
            isDecided,
            isDecided,
          ]);
          if (isDecided) expect(state.claim).toBeUndefined();
          if (before.carriedOutAt !== null) expect(state).toEqual(before);
          if (isDecided) expect(state.returnedReason).toBeNull();
          if (state.status === 'rejected') expect(state.reason).toBe('No.');
        }
      }),
    );
  });
});

const grace: Actor = { kind: 'person', id: 'grace', personId: 'grace' };

describe('a claim on a review', () => {
  /** Returns the review after the claim. */
  function claimed(review: ReviewState, by: Actor, at: string): ReviewState {
    const decision = claimedReview(review, by, at);
    if (!decision.ok) throw new Error(decision.reason);
    return decision.next;
  }

  it('is valid for exactly 60 minutes', () => {
    const review = claimed(pending, ada, noon);
    const endsAt = '2026-03-01T13:00:00.000Z';
    expect(currentClaim(review, noon)).toEqual({ by: ada, at: noon, endsAt });
    expect(currentClaim(review, '2026-03-01T12:59:59.999Z')).toEqual({ by: ada, at: noon, endsAt });
    expect(currentClaim(review, endsAt)).toBeNull();
    expect(currentClaim(pending, noon)).toBeNull();
  });

  it('can be taken over, restarts for its holder, and can be released only by its holder', () => {
    const first = claimed(pending, ada, noon);
    const then = '2026-03-01T12:30:00.000Z';
    expect(currentClaim(claimed(first, ada, then), then)).toMatchObject({ by: ada, at: then });
    const second = claimed(first, grace, then);
    expect(currentClaim(second, then)).toMatchObject({ by: grace, at: then });
    expect(releasedReview(second, ada, then)).toEqual({ ok: false, reason: 'not_theirs' });
    expect(releasedReview(pending, ada, then)).toEqual({ ok: false, reason: 'not_theirs' });
    expect(releasedReview(second, grace, later)).toEqual({ ok: false, reason: 'not_theirs' });
    expect(releasedReview(second, grace, then)).toEqual({ ok: true, next: pending });
    // The same id with another actor kind is someone else.
    const key: Actor = { ...grace, kind: 'standard_key' };
    expect(releasedReview(second, key, then)).toEqual({ ok: false, reason: 'not_theirs' });
  });

  it('does not prevent others from deciding, and ends with the decision', () => {
    const decision = decidedReview(
      claimed(pending, ada, noon),
      { decision: 'approve', reason: null },
      grace,
      noon,
    );
    if (!decision.ok) throw new Error(decision.reason);
    expect(decision.next).toMatchObject({ status: 'approved', decidedBy: grace });
    expect(decision.next.claim).toBeUndefined();
    expect(currentClaim({ ...decision.next, claim: { by: ada, at: noon } }, noon)).toBeNull();
  });
});

describe('two approvals', () => {
  const approve = { decision: 'approve', reason: null } as const;
  const person = (id: string) => ({ kind: 'person', id, personId: id }) as const;
  const [first, other] = [person('first'), person('other')];
  const firstApproval = { by: first, at: noon };
  const once: ReviewState = { ...pending, firstApproval };
  const by = (
    review: ReviewState,
    who: typeof ada,
    rule: Parameters<typeof decidedReview>[4] = two,
  ) => decidedReview(review, approve, who, later, rule);

  it('must come from two people, the second of whom is senior', () => {
    const claimed = { ...pending, claim: { by: first, at: noon1159 } };
    expect(decidedReview(claimed, approve, first, noon, { required: 2, isSenior: false })).toEqual({
      ok: true,
      next: { ...pending, firstApproval, claim: undefined },
    });
    expect(by(once, first)).toEqual({ ok: false, reason: 'same_person' });
    const junior = { required: 2, isSenior: false } as const;
    expect(by(once, other, junior)).toEqual({ ok: false, reason: 'not_senior' });
    expect(by(once, other)).toMatchObject({
      ok: true,
      next: { status: 'approved', decidedBy: other, firstApproval },
    });
  });

  it('cannot come from an operator, who can reject alone', () => {
    const operator = { kind: 'operator', id: 'arn', personId: null } as const;
    for (const review of [pending, once]) {
      expect(by(review, operator)).toEqual({ ok: false, reason: 'no_person' });
      const verdict = { decision: 'reject', reason: 'No.' } as const;
      expect(decidedReview(review, verdict, operator, later, two)).toMatchObject({
        next: { status: 'rejected' },
      });
    }
  });

  it('start again after any change to the case', () => {
    const request = { type: 'request_information', request: question } as const;
    const answer = { type: 'answer_information', requestId: question.id } as const;
    for (const changed of [
      questionedReview(once, request, later),
      questionedReview({ ...once, informationRequest: question }, answer, later),
      returnReview({ ...once, ...decided, status: 'approved' }, 'Taken.'),
    ]) {
      expect(changed).toMatchObject({
        ok: true,
        next: { status: 'pending', firstApproval: undefined },
      });
    }
  });

  it('become one if the setting changed in the meantime', () => {
    expect(by(once, first, { required: 1, isSenior: false })).toMatchObject({
      next: { status: 'approved' },
    });
  });
});
