import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmendmentCommand,
  type AmendmentState,
  decideAmendment,
  objectionStatus,
} from '../../../shared/amendments/domain/amendment.ts';
import { noChanges } from '../../../shared/amendments/domain/proposed-changes.ts';
import { objectionStatuses } from '../../../shared/reviews/domain/review-steps.ts';

const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const submitted: AmendmentState = {
  statusId: 'Pending Review',
  proposedChanges: { ...noChanges, name: 'Acme' },
  signature: { personId: 'ada', signerName: 'Ada Lovelace', signedAt: noon },
  paidAt: noon,
  submittedAt: noon,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  dispatchedAt: noon,
};
const verdict = { decision: 'approve', answer: null, decidedAt: noon } as const;
const inEach = {
  open: submitted,
  answered: { ...submitted, verdict },
  closed: { ...submitted, statusId: 'Approved', approvedAt: later, verdict },
} as const;

const noted = (
  objections: number,
  decision: 'approve' | 'reject',
  answer: string | null,
  seen: number | null,
) =>
  decideAmendment(
    { ...submitted, objections },
    { type: 'note_verdict', decision, answer, seen },
    later,
  );

describe('an objection', () => {
  it.each(objectionStatuses)('has the status that follows from its filing: %s', (status) => {
    expect(objectionStatus(inEach[status])).toBe(status);
  });

  it('is answered by an approval, opened if that is returned, and closed with the filing', () => {
    const statusAfter = (filing: AmendmentState, command: AmendmentCommand) => {
      const decision = decideAmendment(filing, command, later);
      return decision.ok && objectionStatus(decision.next);
    };
    const reject = { type: 'reject', reason: 'No.' } as const;
    expect([
      statusAfter(inEach.open, {
        type: 'note_verdict',
        decision: 'approve',
        answer: null,
        seen: null,
      }),
      statusAfter(inEach.open, reject),
      statusAfter(inEach.answered, { type: 'return' }),
      statusAfter(inEach.answered, { type: 'approve' }),
      statusAfter(inEach.answered, reject),
    ]).toEqual(['answered', 'closed', 'open', 'closed', 'closed']);
  });

  it('is added to the number of objections, and is refused after the decision', () => {
    const object = { type: 'object' } as const;
    expect(decideAmendment(submitted, object, later)).toEqual({
      ok: true,
      next: { ...submitted, objections: 1 },
    });
    for (const status of ['answered', 'closed'] as const) {
      expect(decideAmendment(inEach[status], object, later)).toEqual({
        ok: false,
        reason: 'decided',
      });
    }
  });

  it.each([
    ['an answer to all objections', 2, 'approve', 'Checked.', 2, null],
    ['no answer', 2, 'approve', null, 2, 'objections_unanswered'],
    [
      'an answer without the number of objections',
      2,
      'approve',
      'Checked.',
      null,
      'objections_unanswered',
    ],
    ['an answer to fewer objections', 2, 'approve', 'Checked.', 1, 'objections_changed'],
    ['an approval that saw no objection', 1, 'approve', null, 0, 'objections_changed'],
    ['a rejection without an answer', 2, 'reject', null, null, null],
    ['a rejection that saw fewer objections', 2, 'reject', 'Right.', 1, null],
    ['an approval without objections', 0, 'approve', null, null, null],
  ] as const)(
    'is accepted or refused as expected in a decision with %s',
    (_, objections, decision, answer, seen, reason) => {
      expect(noted(objections, decision, answer, seen)).toEqual(
        reason === null
          ? {
              ok: true,
              next: { ...submitted, objections, verdict: { decision, answer, decidedAt: later } },
            }
          : { ok: false, reason },
      );
    },
  );

  it('never coexists with an approval that did not answer all objections', () => {
    const command: fc.Arbitrary<AmendmentCommand> = fc.oneof(
      fc.constant<AmendmentCommand>({ type: 'object' }),
      fc.constant<AmendmentCommand>({ type: 'return' }),
      fc.record({
        type: fc.constant('note_verdict' as const),
        decision: fc.constantFrom('approve' as const, 'reject' as const),
        answer: fc.constantFrom('Checked.', null),
        seen: fc.constantFrom(0, 1, 2, 3, null),
      }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (sequence) => {
        let filing = submitted;
        for (const next of sequence) {
          const before = filing;
          const decision = decideAmendment(filing, next, later);
          if (!decision.ok) continue;
          filing = decision.next;
          const { objections = 0 } = filing;
          expect(objections).toBeGreaterThanOrEqual(before.objections ?? 0);
          if (next.type === 'object') expect(before.verdict).toBeUndefined();
          if (next.type === 'note_verdict' && next.decision === 'approve' && objections > 0) {
            expect([next.answer, next.seen]).toEqual(['Checked.', objections]);
          }
        }
      }),
    );
  });
});
