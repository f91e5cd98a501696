import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmendmentState,
  decideAmendment,
} from '../../../shared/amendments/domain/amendment.ts';
import {
  type CertificateState,
  decideCertificate,
} from '../../../shared/certificates/domain/certificate.ts';
import {
  type ApplicationState,
  decideApplication,
} from '../../../shared/incorporation/domain/application.ts';
import type { Decision } from '../../../shared/kernel/domain/decision.ts';
import type { Actor } from '../../../shared/platform/domain/audit-entry.ts';
import { decideResidencyApplication } from '../../../shared/residency/domain/residency-application.ts';
import type { ResidencyApplicationState } from '../../../shared/residency/domain/residency-application-state.ts';
import {
  decideInformation,
  type InformationCommand,
  informationStatus,
  informationStatuses,
  informationTransitions,
  type Questioned,
} from '../../../shared/reviews/domain/information-request.ts';
import {
  carryOut,
  decidedReview,
  questionedReview,
  type ReviewState,
  returnReview,
} from '../../../shared/reviews/domain/review.ts';

const noon = '2026-03-01T12:00:00.000Z';
const ada: Actor = { kind: 'operator', id: 'ada', personId: null };
const question = (id: string, requestedAt = noon) =>
  ({ id, reviewId: 'review', message: 'Which door?', requestedAt, answeredAt: null }) as const;
const ask = (id: string) => ({ type: 'request_information', request: question(id) }) as const;
const answer = (requestId: string) => ({ type: 'answer_information', requestId }) as const;

describe('a question to the applicant', () => {
  const asked: Questioned = { informationRequest: question('one') };
  const answered: Questioned = { informationRequest: { ...question('one'), answeredAt: noon } };
  const inEach = { none: {}, open: asked, answered } as const;

  it.each(['none', 'open', 'answered'] as const)(
    'follows the transition table when its status is %s',
    (status) => {
      expect(informationStatus(inEach[status], 'pending')).toBe(status);
      expect(informationStatus(inEach[status], 'approved')).toBe('closed');
      expect(informationStatus(inEach[status], 'rejected')).toBe('closed');
      for (const command of [ask('two'), answer('one')]) {
        const decision = decideInformation<Questioned>(inEach[status], command, noon);
        const [next] = informationTransitions[status][command.type] ?? [];
        expect(decision.ok ? informationStatus(decision.next, 'pending') : undefined).toBe(next);
      }
    },
  );

  it('has a row in the transition table for every status', () => {
    expect(Object.keys(informationTransitions)).toEqual([...informationStatuses]);
  });

  it('accepts only an answer that names it', () => {
    const answerTo = (questioned: Questioned, id: string) =>
      decideInformation<Questioned>(questioned, answer(id), noon);
    expect(answerTo(asked, 'two')).toEqual({ ok: false, reason: 'other_question' });
    expect(answerTo(answered, 'two')).toEqual({ ok: false, reason: 'other_question' });
    expect(answerTo(answered, 'one')).toEqual({ ok: false, reason: 'answered' });
    expect(answerTo({}, 'one')).toEqual({ ok: false, reason: 'not_requested' });
    expect(decideInformation<Questioned>(asked, ask('two'), noon)).toEqual({
      ok: false,
      reason: 'already_requested',
    });
  });
});

/** The fields of a case that a question must not change. */
interface Case extends Questioned {
  readonly statusId: string;
  readonly invoiceId: string;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
}
type Step = InformationCommand | { readonly type: 'approve' } | { readonly type: 'reject' };

/**
 * The rules of each kind of case, applied to a paid and submitted one. The commands sent here do not check the preconditions
 * of other commands.
 */
const kinds: Readonly<Record<string, (state: Case, step: Step) => Decision<Case, string>>> = {
  application: (state, step) =>
    decideApplication(
      state as Case & ApplicationState,
      approving(step, { legalEntityId: 'e' }),
      noon,
    ),
  amendment: (state, step) =>
    decideAmendment(state as Case & AmendmentState, approving(step, {}), noon),
  certificate: (state, step) =>
    decideCertificate(state as Case & CertificateState, approving(step, { reviewed: true }), noon),
  residency: (state, step) =>
    decideResidencyApplication(
      state as Case & ResidencyApplicationState,
      approving(step, { personId: 'p', residentPermitNumber: 'n', residencyEffectiveDate: noon }),
      noon,
    ),
};

function approving<Facts extends object>(step: Step, facts: Facts) {
  if (step.type === 'approve') return { type: 'approve' as const, ...facts };
  return step.type === 'reject' ? { type: 'reject' as const, reason: 'No.' } : step;
}

const submitted: Case = {
  statusId: 'Pending Review',
  invoiceId: 'invoice',
  paidAt: '2026-02-27T12:00:00.000Z',
  submittedAt: '2026-02-28T12:00:00.000Z',
};
const pending: ReviewState = {
  id: 'review',
  subject: { type: 'amendment', id: 'case' },
  status: 'pending',
  reason: null,
  returnedReason: null,
  createdAt: noon,
  decidedAt: null,
  decidedBy: null,
  carriedOutAt: null,
};

describe.each(Object.entries(kinds))('questions in the review of a case: %s', (_, decide) => {
  it('never change the payment or time of submission, and never block a decision', () => {
    const step = fc.constantFrom('ask', 'answer', 'approve', 'reject', 'return', 'carry out');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (sequence) => {
        let [subject, review] = [submitted, pending];
        for (const [place, name] of sequence.entries()) {
          const before = { subject, review };
          if (name === 'ask' || name === 'answer') {
            const command =
              name === 'ask' ? ask(`q${place}`) : answer(review.informationRequest?.id ?? 'none');
            // One transaction writes both or neither.
            const ofReview = questionedReview(review, command, noon);
            const ofSubject = decide(subject, command);
            if (review.status === 'pending') expect(ofSubject.ok).toBe(ofReview.ok);
            if (ofReview.ok && ofSubject.ok) [subject, review] = [ofSubject.next, ofReview.next];
          } else if (name === 'approve' || name === 'reject') {
            const verdict =
              name === 'approve'
                ? ({ decision: name, reason: null } as const)
                : ({ decision: name, reason: 'No.' } as const);
            const decided = decidedReview(review, verdict, ada, noon);
            expect(decided.ok).toBe(review.status === 'pending');
            if (decided.ok) review = decided.next;
          } else if (name === 'return') {
            const returned = returnReview(review, 'The name was taken.');
            if (returned.ok) review = returned.next;
          } else {
            const carried = carryOut(review, noon);
            if (carried.ok && review.carriedOutAt === null) {
              const type = review.status === 'approved' ? 'approve' : 'reject';
              const effect = decide(subject, { type });
              expect(effect.ok).toBe(true);
              if (effect.ok) [subject, review] = [effect.next, carried.next];
            }
          }
          const { invoiceId, paidAt, submittedAt } = subject;
          expect({ invoiceId, paidAt, submittedAt }).toEqual({
            invoiceId: submitted.invoiceId,
            paidAt: submitted.paidAt,
            submittedAt: submitted.submittedAt,
          });
          // Applicants and reviewers read the same question.
          expect(subject.informationRequest).toEqual(review.informationRequest);
          if (review.carriedOutAt === null) expect(subject.statusId).toBe('Pending Review');
          const open = before.review.informationRequest;
          if (open?.answeredAt === null) expect(review.informationRequest?.id).toBe(open.id);
        }
      }),
    );
  });
});
