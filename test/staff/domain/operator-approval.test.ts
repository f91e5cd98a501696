import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ApprovalCommand,
  type ApprovalState,
  approvalStatuses,
  approvalTransitions,
  decideApproval,
} from '../../../shared/staff/domain/operator-approval.ts';

const pending: ApprovalState = {
  status: 'pending',
  digest: 'request',
  basis: 'as it was',
  expiresAt: '2026-03-05T09:30:00.000Z',
  decidedAt: null,
  decidedBy: null,
};

const commands: fc.Arbitrary<ApprovalCommand> = fc.oneof(
  fc.record({
    type: fc.constant('approve' as const),
    digest: fc.constantFrom('request', 'another'),
    basis: fc.constantFrom('as it was', 'changed'),
  }),
  fc.record({ type: fc.constantFrom('refuse' as const, 'withdraw' as const, 'expire' as const) }),
);
const steps = fc.array(
  fc.record({
    command: commands,
    by: fc.constantFrom('asker', 'grace', 'jean'),
    at: fc.constantFrom('2026-03-04T00:00:00.000Z', '2026-03-05T09:30:00.000Z'),
  }),
);

it('an approval is carried out at most once, in time, unchanged, and only by someone else', () => {
  void fc.assert(
    fc.property(steps, (taken) => {
      let state = pending;
      let carriedOut = 0;
      for (const { command, by, at } of taken) {
        const decision = decideApproval(
          state,
          command,
          { principal: by, isRequester: by === 'asker' },
          at,
        );
        if (!decision.ok) continue;
        expect(approvalTransitions[state.status][command.type]).toBe(decision.next.status);
        if (command.type === 'approve') {
          carriedOut += 1;
          expect([by === 'asker', command.digest, command.basis]).toEqual([
            false,
            'request',
            'as it was',
          ]);
          expect(at < pending.expiresAt).toBe(true);
        }
        state = decision.next;
      }
      expect(carriedOut).toBeLessThanOrEqual(1);
      expect(state.status === 'carried_out').toBe(carriedOut === 1);
    }),
  );
});

it('a closed approval accepts no command', () => {
  for (const status of approvalStatuses.filter((each) => each !== 'pending')) {
    expect(approvalTransitions[status]).toEqual({});
  }
});
