import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AgreementSignature,
  type ApplicationCommand,
  type ApplicationState,
  type ApplicationStatus,
  applicationStatuses,
  applicationTransitions,
  decideApplication,
  isComplete,
  wasSubmitted,
} from '../../../shared/incorporation/domain/application.ts';

const noon = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';

const agreement: AgreementSignature = {
  method: 'signature',
  signerName: 'Ada Lovelace',
  signedAt: noon,
  agreementVersion: '4.00',
  agreementSha256: 'a'.repeat(64),
};

const draft: ApplicationState = {
  statusId: 'Draft',
  createdViaAPI: true,
  createdWith: 'standard_key',
  agreement: null,
  paidAt: null,
  submittedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  legalEntityId: null,
  dispatchedAt: null,
};

const submitted = {
  ...draft,
  statusId: 'Pending Review',
  agreement,
  paidAt: noon,
  submittedAt: noon,
} as const;
const inEach: Readonly<Record<ApplicationStatus, ApplicationState>> = {
  Draft: draft,
  'Pending Review': submitted,
  Approved: { ...submitted, statusId: 'Approved', approvedAt: noon, legalEntityId: 'e' },
  Rejected: { ...submitted, statusId: 'Rejected', rejectedAt: noon, rejectedReason: 'No.' },
};

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
  pay: { type: 'pay', nameFree: true },
  sign: { type: 'sign', signer: 'holder', agreement, nameFree: true },
  submit: { type: 'submit', nameFree: true },
  rename: { type: 'rename' },
  relink: { type: 'relink' },
  revise: { type: 'revise' },
  withdraw: { type: 'withdraw' },
  dispatch: { type: 'dispatch' },
  approve: { type: 'approve', legalEntityId: 'entity' },
  reject: { type: 'reject', reason: 'No.' },
} as const satisfies Readonly<Record<ApplicationCommand['type'], ApplicationCommand>>;

describe('an application', () => {
  const pairs = applicationStatuses.flatMap((status) =>
    Object.values(commands).map((command): [string, ApplicationStatus, ApplicationCommand] => [
      `${command.type} in ${status}`,
      status,
      command,
    ]),
  );

  it.each(pairs)(
    '%s follows the transition table, and is refused if the table has no entry',
    (_, status, command) => {
      const decision = decideApplication(inEach[status], command, later);
      const targets = applicationTransitions[status][command.type];
      if (targets === undefined) {
        const reviewed = command.type in applicationTransitions['Pending Review'];
        expect(decision).toEqual({
          ok: false,
          reason: reviewed ? 'not_pending_review' : 'not_draft',
        });
      } else if (command.type === 'submit') {
        expect(decision).toEqual({ ok: false, reason: 'not_ready' });
      } else if (command.type === 'answer_information') {
        expect(decision).toEqual({ ok: false, reason: 'not_requested' });
      } else {
        expect(decision.ok && targets.includes(decision.next.statusId)).toBe(true);
      }
    },
  );

  it('can be paid and signed in either order, and is submitted by the second of them', () => {
    for (const order of [
      [commands.pay, commands.sign],
      [commands.sign, commands.pay],
    ]) {
      const [first, second] = order.map((command, index) => ({
        command,
        at: [noon, later][index],
      }));
      const once = decideApplication(draft, first?.command ?? commands.pay, noon);
      expect(once).toMatchObject({ ok: true, next: { statusId: 'Draft', submittedAt: null } });
      if (!once.ok || second === undefined) throw new Error('unreachable: just compared');
      const twice = decideApplication(once.next, second.command, later);
      expect(twice).toMatchObject({
        ok: true,
        next: { statusId: 'Pending Review', submittedAt: later },
      });
      expect(twice.ok && wasSubmitted(once.next, twice.next)).toBe(true);
    }
  });

  it('stays a paid and signed draft if its name was taken, until it is submitted again', () => {
    const signed = { ...draft, agreement };
    const paid = decideApplication(signed, { type: 'pay', nameFree: false }, later);
    expect(paid).toEqual({ ok: true, next: { ...signed, paidAt: later } });
    if (!paid.ok) throw new Error('unreachable: just compared');
    expect(decideApplication(paid.next, { type: 'submit', nameFree: false }, later)).toEqual({
      ok: false,
      reason: 'name_taken',
    });
    expect(decideApplication(paid.next, commands.submit, later)).toMatchObject({
      ok: true,
      next: { statusId: 'Pending Review', submittedAt: later },
    });
  });

  it('reaches exactly the statuses in the transition table', () => {
    const paid = { ...draft, paidAt: noon };
    const signed = { ...draft, agreement };
    const asked = { ...submitted, informationRequest: question };
    const states = [draft, paid, signed, { ...paid, agreement }, asked, ...Object.values(inEach)];
    const reached = new Set<string>();
    for (const state of states) {
      for (const command of Object.values(commands)) {
        for (const nameFree of [true, false]) {
          // Only some commands use `nameFree`, as their types show. The others ignore it.
          const asked = { ...command, nameFree } as ApplicationCommand;
          const decision = decideApplication(state, asked, later);
          if (decision.ok) {
            reached.add(`${state.statusId}: ${command.type}: ${decision.next.statusId}`);
          }
        }
      }
    }
    const said = Object.entries(applicationTransitions).flatMap(([status, accepted]) =>
      Object.entries(accepted).flatMap(([command, targets]) =>
        targets.map((target) => `${status}: ${command}: ${target}`),
      ),
    );
    expect([...reached].toSorted()).toEqual(said.toSorted());
  });

  it('is submitted only by the command that moves it out of Draft', () => {
    const both = { ...draft, agreement, paidAt: noon };
    expect(wasSubmitted(both, submitted)).toBe(true);
    expect(wasSubmitted(draft, both)).toBe(false);
    expect(wasSubmitted(submitted, { ...submitted, dispatchedAt: later })).toBe(false);
    expect(wasSubmitted(submitted, inEach.Approved)).toBe(false);
  });

  it('cannot be paid or signed twice', () => {
    expect(decideApplication({ ...draft, paidAt: noon }, commands.pay, later)).toEqual({
      ok: false,
      reason: 'already_paid',
    });
    expect(decideApplication({ ...draft, agreement }, commands.sign, later)).toEqual({
      ok: false,
      reason: 'already_signed',
    });
  });

  it.each([
    ['standard_key', true],
    ['operator', true],
    ['agent_key', false],
  ] as const)(
    'created with %s, can be signed by anyone with the link: %s',
    (createdWith, byLink) => {
      const created = { ...draft, createdWith };
      const refused = { ok: false, reason: 'owner_signs' };
      expect(decideApplication(created, { ...commands.sign, signer: 'holder' }, later)).toEqual(
        byLink ? { ok: true, next: { ...created, agreement } } : refused,
      );
      expect(decideApplication(created, { ...commands.sign, signer: 'owner' }, later)).toEqual({
        ok: true,
        next: { ...created, agreement },
      });
    },
  );

  it('keeps the time when its review was first dispatched', () => {
    const dispatched = { ...submitted, dispatchedAt: noon };
    expect(decideApplication(dispatched, commands.dispatch, later)).toEqual({
      ok: true,
      next: dispatched,
    });
  });

  it('keeps its invariants under any sequence of commands', () => {
    const command = fc.oneof(
      fc.boolean().map((nameFree): ApplicationCommand => ({ type: 'pay', nameFree })),
      fc.boolean().map(
        (nameFree): ApplicationCommand => ({
          type: 'sign',
          signer: 'holder',
          agreement,
          nameFree,
        }),
      ),
      fc.boolean().map((nameFree): ApplicationCommand => ({ type: 'submit', nameFree })),
      fc.constantFrom(commands.rename, commands.dispatch, commands.approve, commands.reject),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (sequence) => {
        let state = draft;
        for (const [minute, each] of sequence.entries()) {
          const at = new Date(Date.parse(noon) + minute * 60_000).toISOString();
          const before = state;
          const decision = decideApplication(before, each, at);
          if (decision.ok) state = decision.next;
          expect(holds(state)).toBe(true);
          // A timestamp is never removed or changed.
          for (const field of ['paidAt', 'agreement', 'submittedAt', 'dispatchedAt'] as const) {
            if (before[field] !== null) expect(state[field]).toBe(before[field]);
          }
          const isFinal = Object.keys(applicationTransitions[before.statusId]).length === 0;
          if (isFinal) expect(state).toBe(before);
        }
      }),
    );
  });
});

/** Checks the invariants of every reachable application. */
function holds(state: ApplicationState): boolean {
  const { statusId, submittedAt, approvedAt, rejectedAt, legalEntityId, rejectedReason } = state;
  return (
    (submittedAt !== null) === (statusId !== 'Draft') &&
    (submittedAt === null || isComplete(state)) &&
    (approvedAt !== null) === (statusId === 'Approved') &&
    (legalEntityId !== null) === (statusId === 'Approved') &&
    (rejectedAt !== null) === (statusId === 'Rejected') &&
    (rejectedReason !== null) === (statusId === 'Rejected')
  );
}
