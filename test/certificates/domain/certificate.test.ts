import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CertificateCommand,
  type CertificateState,
  certificateStatuses,
  certificateTransitions,
  decideCertificate,
  isOpenCertificateStatus,
  isReused,
} from '../../../shared/certificates/domain/certificate.ts';
import { inGroups } from '../../../shared/certificates/domain/verification-code.ts';

const then = '2026-03-01T12:00:00.000Z';
const now = '2026-03-02T12:00:00.000Z';

const unpaid: CertificateState = {
  statusId: 'Pending Payment',
  contested: false,
  paidAt: null,
  referredFor: null,
  submissionId: null,
  dispatchedAt: null,
  reviewedAt: null,
  issuedAt: null,
  rejectionReason: null,
  documentId: null,
  verificationCode: null,
  updatedAt: then,
};
const paid: CertificateState = { ...unpaid, paidAt: then };
const inReview: CertificateState = {
  ...paid,
  statusId: 'Pending Review',
  referredFor: 'contested',
  submissionId: 's',
};
const approved: CertificateState = { ...paid, statusId: 'Approved' };

const question = {
  id: 'question',
  reviewId: 'review',
  message: 'Which door?',
  requestedAt: '2026-03-01T12:00:00.000Z',
  answeredAt: null,
};

const commands = {
  request_information: { type: 'request_information', request: question },
  answer_information: { type: 'answer_information', requestId: question.id },
  pay: { type: 'pay' },
  approve: { type: 'approve', reviewed: false },
  refer: { type: 'refer', reason: 'tax_unresolved', submissionId: 's' },
  dispatch: { type: 'dispatch' },
  issue: { type: 'issue', documentId: 'd', verificationCode: 'c' },
  reject: { type: 'reject', reason: 'No.' },
  cancel: { type: 'cancel' },
} as const satisfies { [Type in CertificateCommand['type']]: CertificateCommand };

describe('decideCertificate (spec 3.3)', () => {
  it.each<[string, CertificateState, CertificateCommand, Partial<CertificateState>]>([
    ['accepts the payment and waits for its workflow', unpaid, commands.pay, { paidAt: now }],
    ['approves a paid request', paid, commands.approve, { statusId: 'Approved' }],
    [
      'sends a contested request to review',
      paid,
      { type: 'refer', reason: 'contested', submissionId: 'x' },
      { statusId: 'Pending Review', referredFor: 'contested', submissionId: 'x' },
    ],
    ['records the dispatch', inReview, commands.dispatch, { dispatchedAt: now }],
    [
      'approves in review',
      inReview,
      { type: 'approve', reviewed: true },
      { statusId: 'Approved', reviewedAt: now },
    ],
    [
      'rejects in review, with the reason',
      inReview,
      commands.reject,
      { statusId: 'Rejected', reviewedAt: now, rejectionReason: 'No.' },
    ],
    [
      'issues an approved request',
      approved,
      commands.issue,
      { statusId: 'Issued', issuedAt: now, documentId: 'd', verificationCode: 'c' },
    ],
    [
      'returns an approved request to review without the question of the first review',
      { ...approved, dispatchedAt: then, informationRequest: { ...question, answeredAt: then } },
      { type: 'refer', reason: 'not_in_good_standing', submissionId: 'x' },
      {
        statusId: 'Pending Review',
        referredFor: 'not_in_good_standing',
        submissionId: 'x',
        dispatchedAt: null,
        informationRequest: undefined,
      },
    ],
    ['cancels before the payment', unpaid, commands.cancel, { statusId: 'Cancelled' }],
    ['cancels in review', inReview, commands.cancel, { statusId: 'Cancelled' }],
    ['cancels before the document exists', approved, commands.cancel, { statusId: 'Cancelled' }],
  ])('%s', (_, state, command, changes) => {
    expect(decideCertificate(state, command, now)).toEqual({
      ok: true,
      next: { ...state, ...changes, updatedAt: now },
    });
  });

  it('keeps the time of the first dispatch', () => {
    const dispatched = { ...inReview, dispatchedAt: then };
    expect(decideCertificate(dispatched, commands.dispatch, now)).toMatchObject({
      next: { dispatchedAt: then },
    });
  });

  it.each([
    ['a second payment', paid, commands.pay, 'already_paid'],
    [
      'a payment of an issued request',
      { ...paid, statusId: 'Issued' },
      commands.pay,
      'already_paid',
    ],
    [
      'a payment of a request that was cancelled unpaid',
      { ...unpaid, statusId: 'Cancelled' },
      commands.pay,
      'not_open',
    ],
    ['an approval without payment', unpaid, commands.approve, 'not_paid'],
    ['a review without payment', unpaid, commands.refer, 'not_paid'],
    [
      'a cancellation of an issued request',
      { ...paid, statusId: 'Issued' },
      commands.cancel,
      'not_open',
    ],
  ] as const)('refuses %s', (_, state, command, reason) => {
    expect(decideCertificate(state, command, now)).toEqual({ ok: false, reason });
  });

  const pairs = certificateStatuses.flatMap((statusId) =>
    Object.values(commands)
      .filter(
        ({ type }) => statusId === 'Draft' || certificateTransitions[statusId][type] === undefined,
      )
      .map((command) => ({ statusId, command, title: `${statusId}: ${command.type}` })),
  );

  it.each(pairs)(
    'refuses $title, which is not in the transition table',
    ({ statusId, command }) => {
      for (const paidAt of [null, then]) {
        expect(decideCertificate({ ...unpaid, paidAt, statusId }, command, now).ok).toBe(false);
      }
    },
  );

  it('keeps its invariants under any sequence of commands', () => {
    const anyCommand = fc.constantFrom<CertificateCommand>(...Object.values(commands), {
      type: 'approve',
      reviewed: true,
    });
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30 }), (sequence) => {
        let state = unpaid;
        for (const command of sequence) {
          const before = state;
          const decision = decideCertificate(state, command, now);
          if (decision.ok) state = decision.next;
          // A final state never changes, and a paid request stays paid.
          if (!isOpenCertificateStatus(before.statusId)) expect(state).toBe(before);
          if (before.paidAt !== null) expect(state.paidAt).toBe(before.paidAt);
        }
        const { statusId } = state;
        if (statusId !== 'Pending Payment' && statusId !== 'Cancelled') {
          expect(state.paidAt).not.toBeNull();
        }
        expect(state.issuedAt !== null).toBe(statusId === 'Issued');
        expect(state.documentId !== null).toBe(statusId === 'Issued');
        expect(state.rejectionReason !== null).toBe(statusId === 'Rejected');
        if (statusId === 'Pending Review') expect(state.submissionId).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

it('an open or issued certificate request is reused, a rejected or cancelled one is not', () => {
  expect(certificateStatuses.filter(isReused)).toEqual([
    'Draft',
    'Pending Payment',
    'Pending Review',
    'Approved',
    'Issued',
  ]);
});

it('a verification code is printed in groups of four', () => {
  expect(inGroups('CGNNEZLENXMTLKJM')).toBe('CGNN EZLE NXMT LKJM');
});
