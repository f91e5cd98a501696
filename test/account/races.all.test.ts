import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../shared/access/auth/api-key.ts';
import { findKeys } from '../../shared/access/db/api-keys.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import {
  actOnMailboxCase,
  type MailboxDeps,
} from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { openMailboxCase } from '../../shared/account/usecases/open-mailbox-case.ts';
import { proveByLink } from '../../shared/account/usecases/prove-new-address.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import { everyCrash } from '../support/every-crash.ts';
import { justBefore } from '../support/just-before.ts';
import {
  aLostMailbox,
  carryOutNow,
  caseOf,
  decideOnMailbox,
  hour,
  mailboxLinkTo,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import { refusal } from '../support/people.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const support = await aStaffMember(world, ['support']);
const one = await aStaffMember(world, ['senior_reviewer']);
const other = await aStaffMember(world, ['senior_reviewer']);
beforeEach(async () => {
  world.clock.now += 60_000;
  for (const member of [support, one, other]) await signedIn(world, member.email, member.browser);
});

const act = (id: string, type: 'stop' | 'withdraw' | 'mature', deps: MailboxDeps = world.deps) =>
  actOnMailboxCase(id, { command: { type } }, system, deps);
const withTable = (table: Table): MailboxDeps => ({ ...world.deps, table });

/** Creates a case with evidence and a confirmed new address. */
async function aCase(personId: string): Promise<string> {
  const id = await aLostMailbox(world, personId);
  expect(await sendEvidence(world, support.browser, id)).toBe(303);
  await proveNewAddress(world, id);
  return id;
}

/** Creates a case that is in its 72 hours. */
async function aWaitingCase(personId: string): Promise<string> {
  const id = await aCase(personId);
  for (const { browser } of [one, other]) {
    expect(await decideOnMailbox(browser, id, { decision: 'approve' })).toBe(303);
  }
  return id;
}

/** Returns the token in the email to the new address of the person's case. */
const proofToken = async (personId: string) =>
  (await mailboxLinkTo(world, `new-${personId}@lost.example`, 'confirm')).split('/').at(-1) ?? '';

const stateOf = async (personId: string, key: string) => {
  const [person, [found]] = await Promise.all([
    findPerson(world.table, personId),
    findKeys(world.table, [hashKey(key)]),
  ]);
  return { suspended: person?.suspension !== undefined, key: found?.suspendedBy !== undefined };
};

describe('a lost-mailbox case under concurrency', () => {
  it('is opened only once, and also suspends a key issued at the same time', async () => {
    const ada = await aResident(world);
    const open = (email: string) =>
      openMailboxCase({ personId: ada.id, email }, system, world.deps).then(
        () => 'opened',
        (error: { extras: { code: string } }) => error.extras.code,
      );
    const both = await Promise.all([open('a@lost.example'), open('b@lost.example')]);
    expect(both.toSorted()).toEqual(['opened', 'person.suspended']);

    const grace = await aResident(world);
    const request = { kind: 'standard', label: null, scopes: [], limits: null } as const;
    let secret = '';
    const table = justBefore(world.table, async () => {
      secret = (await issueKey(grace.id, request, system, world.deps)).secret;
    });
    await openMailboxCase(
      { personId: grace.id, email: 'c@lost.example' },
      system,
      withTable(table),
    );
    expect(await stateOf(grace.id, secret)).toEqual({ suspended: true, key: true });
  });

  it('has one approval from the same person sent twice, and two from two people', async () => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const approve = ({ browser }: typeof one) =>
      decideOnMailbox(browser, id, { decision: 'approve' });
    const twice = await Promise.all([approve(one), approve(one)]);
    expect(twice.toSorted()).toEqual([303, 403]);
    expect((await caseOf(world, id))['status']).toBe('approved');
    const grace = await aResident(world);
    const next = await aCase(grace.id);
    await Promise.all(
      [one, other].map(({ browser }) => decideOnMailbox(browser, next, { decision: 'approve' })),
    );
    expect(await caseOf(world, next)).toMatchObject({
      status: 'waiting',
      approvals: [{}, {}],
    });
  });

  it('is stopped without an approval if a stop comes before the approval is written', async () => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const command = { type: 'approve', by: one.id } as const;
    const table = justBefore(world.table, () => act(id, 'stop'));
    const late = actOnMailboxCase(id, { command }, system, withTable(table));
    expect(await refusal(late)).toBe('409 mailbox_case.ended');
    expect(await caseOf(world, id)).toMatchObject({ status: 'stopped', approvals: [] });
    expect(await stateOf(ada.id, ada.standardKey)).toEqual({ suspended: false, key: false });
  });

  it('is stopped and unconfirmed if a stop comes before the confirmation is written', async () => {
    const { id: personId } = await aResident(world);
    const id = await aLostMailbox(world, personId);
    const token = await proofToken(personId);
    const table = justBefore(world.table, () => act(id, 'stop'));
    expect(await refusal(proveByLink(token, withTable(table)))).toBe('409 mailbox_case.ended');
    expect(await caseOf(world, id)).toMatchObject({ status: 'stopped', newEmailProvenAt: null });
  });

  it('can be approved only after the confirmation, and keeps evidence added during it', async () => {
    const { id: personId } = await aResident(world);
    const id = await aLostMailbox(world, personId);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    const token = await proofToken(personId);
    const command = { type: 'approve', by: one.id } as const;
    const early = actOnMailboxCase(id, { command }, system, world.deps);
    expect(await refusal(early)).toBe('409 mailbox_case.address_unconfirmed');
    const table = justBefore(world.table, () =>
      sendEvidence(world, support.browser, id).then(() => null),
    );
    await proveByLink(token, withTable(table));
    await actOnMailboxCase(id, { command }, system, world.deps);
    expect(await caseOf(world, id)).toMatchObject({ status: 'approved', evidence: 2 });
  });

  it('is confirmed once if its link is used twice at the same time', async () => {
    const { id: personId } = await aResident(world);
    const id = await aLostMailbox(world, personId);
    const token = await proofToken(personId);
    const outcomes = await Promise.all(
      [1, 2].map(() =>
        proveByLink(token, world.deps).then(
          () => 'address_confirmed',
          (error: { extras: { code: string } }) => error.extras.code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['address_confirmed', 'mailbox_case.address_confirmed']);
    const proofs = await operator.data(
      'GET',
      `/audit?subjectId=${personId}&action=mailbox_case.address_confirmed`,
    );
    expect(proofs).toHaveLength(1);
    expect((await caseOf(world, id))['newEmailProvenAt']).not.toBeNull();
  });

  it('keeps the address if it is stopped at the end of the wait', async () => {
    const ada = await aResident(world);
    const id = await aWaitingCase(ada.id);
    world.clock.now += 72 * hour;
    const table = justBefore(world.table, () => act(id, 'stop'));
    await expect(carryOutNow(world, { table })).rejects.toThrow('1 cases of lost mailboxes failed');
    expect((await caseOf(world, id))['status']).toBe('stopped');
    expect((await findPerson(world.table, ada.id))?.email).toBe(ada.email);
    expect(await refusal(act(id, 'mature'))).toBe('409 mailbox_case.ended');
  });

  it('loses the first approval if its author is removed during the second', async () => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const gone = await aStaffMember(world, ['reviewer']);
    expect(await decideOnMailbox(gone.browser, id, { decision: 'approve' })).toBe(303);
    const command = { type: 'approve', by: other.id } as const;
    const table = justBefore(world.table, () => operator.data('DELETE', `/staff/${gone.id}`));
    await actOnMailboxCase(id, { command }, personActor(other.id), withTable(table));
    expect(await caseOf(world, id)).toMatchObject({
      status: 'approved',
      approvals: [{ by: other.id }],
      dueAt: null,
    });
    expect(await decideOnMailbox(one.browser, id, { decision: 'approve' })).toBe(303);
    expect(await caseOf(world, id)).toMatchObject({ status: 'waiting' });
    await act(id, 'withdraw');
  });

  it.each([
    ['a removal', (personId: string) => operator.data('DELETE', `/staff/${personId}`)],
    [
      'a deactivation',
      (personId: string) => operator.data('POST', `/persons/${personId}/deactivate`),
    ],
  ])('keeps the address if %s of an approver comes at the end of the wait', async (_, end) => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const gone = await aStaffMember(world, ['reviewer']);
    for (const { browser } of [gone, other])
      expect(await decideOnMailbox(browser, id, { decision: 'approve' })).toBe(303);
    world.clock.now += 72 * hour;
    const table = justBefore(world.table, () => end(gone.id));
    expect(await carryOutNow(world, { table })).toMatchObject({
      changed: 0,
      voided: 1,
      failed: 0,
    });
    expect((await findPerson(world.table, ada.id))?.email).toBe(ada.email);
    expect(await caseOf(world, id)).toMatchObject({
      status: 'approved',
      approvals: [{ by: other.id }],
    });
    await signedIn(world, one.email, one.browser);
    const page = shownText(await one.browser.open(`/portal/mailboxes/${id}`));
    expect(page).not.toContain('Approval no longer valid');
    expect(await decideOnMailbox(one.browser, id, { decision: 'approve' })).toBe(303);
    world.clock.now += 72 * hour;
    expect(await carryOutNow(world)).toMatchObject({ changed: 1 });
  });

  it('is not carried out by a passkey confirmation if an approver was removed', async () => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const gone = await aStaffMember(world, ['reviewer']);
    for (const { browser } of [gone, other])
      expect(await decideOnMailbox(browser, id, { decision: 'approve' })).toBe(303);
    await operator.data('DELETE', `/staff/${gone.id}`);
    const page = shownText(await one.browser.open(`/portal/mailboxes/${id}`));
    expect(page).toContain('Approval no longer valid Staff Member may no longer approve cases.');
    const command = { type: 'confirm', passkeyAddedAt: '2020-01-01T00:00:00.000Z' } as const;
    await actOnMailboxCase(id, { command }, personActor(ada.id), world.deps);
    expect(await caseOf(world, id)).toMatchObject({ status: 'approved' });
    expect((await findPerson(world.table, ada.id))?.email).toBe(ada.email);
  });

  it('is refused if someone else gets the address at the end of the wait', async () => {
    const ada = await aResident(world);
    const id = await aWaitingCase(ada.id);
    world.clock.now += 72 * hour;
    const email = `new-${ada.id}@lost.example`;
    const table = justBefore(world.table, () => operator.data('POST', '/persons', { email }));
    expect(await carryOutNow(world, { table })).toMatchObject({ refused: 1 });
    expect(await caseOf(world, id)).toMatchObject({
      status: 'refused',
      reasonCode: 'address_taken',
    });
    expect(await stateOf(ada.id, ada.standardKey)).toEqual({ suspended: false, key: false });
  });

  it('leaves no working key if the account is deactivated when the case ends', async () => {
    const ada = await aResident(world);
    const id = await aWaitingCase(ada.id);
    const table = justBefore(world.table, () =>
      operator.data('POST', `/persons/${ada.id}/deactivate`),
    );
    await act(id, 'withdraw', withTable(table));
    const [key] = await findKeys(world.table, [hashKey(ada.standardKey)]);
    expect(key?.revokedAt).not.toBeNull();
    expect(await findPerson(world.table, ada.id)).toMatchObject({ status: 'deactivated' });
  });

  it('cannot be approved by someone whose role was removed', async () => {
    const ada = await aResident(world);
    const id = await aCase(ada.id);
    const member = await aStaffMember(world, ['reviewer']);
    await operator.data('DELETE', `/staff/${member.id}`);
    expect(await decideOnMailbox(member.browser, id, { decision: 'approve' })).toBe(404);
    expect((await caseOf(world, id))['status']).toBe('open');
  });
});

describe('a scheduled run that crashes', () => {
  it('at any of its calls is completed by the next run', async () => {
    const end = await everyCrash(world, {
      atLeast: 4,
      prepare: async () => {
        const ada = await aResident(world);
        const id = await aWaitingCase(ada.id);
        world.clock.now += 72 * hour;
        for (const { email, browser } of [support, one, other]) {
          await signedIn(world, email, browser);
        }
        return {
          ada,
          id,
          start: async () => {
            await carryOutNow(world).catch(() => null);
          },
        };
      },
      endOf: async ({ ada, id }) => {
        await carryOutNow(world);
        return {
          status: (await caseOf(world, id))['status'],
          moved: (await findPerson(world.table, ada.id))?.email !== ada.email,
          ...(await stateOf(ada.id, ada.standardKey)),
        };
      },
    });
    expect(end).toEqual({ status: 'changed', moved: true, suspended: false, key: false });
  });
});
