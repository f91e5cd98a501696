import { beforeEach, describe, expect, it } from 'vitest';
import { findPerson } from '../../shared/people/db/people.ts';
import { operatorOf } from '../support/admin.ts';
import { aFiler, browserOf } from '../support/amendments.ts';
import {
  aLostMailbox,
  carryOutNow,
  caseOf,
  decideOnMailbox,
  hour,
  mailboxLinkTo,
  openEvidence,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import { addPasskey, usePasskey } from '../support/passkeys.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const operator = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const support = await aStaffMember(world, ['support']);
const reviewer = await aStaffMember(world, ['reviewer']);
const senior = await aStaffMember(world, ['senior_reviewer']);

const whoAmI = async (key: string) => {
  const { status, body } = await world.call('GET', '/api/v1/whoami', { key });
  return { status, code: (body as { code?: string }).code };
};
const works = { status: 200, code: undefined };
const isSuspended = { status: 403, code: 'account.suspended' };
const mailsTo = (email: string) =>
  world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const personOf = async (id: string) =>
  (await operator.data('GET', `/persons/${id}`)) as Readonly<Record<string, unknown>>;

/** Creates a case with evidence and two approvals. */
async function anApprovedCase(personId: string, email?: string): Promise<string> {
  const id = await aLostMailbox(world, personId, email);
  expect(await sendEvidence(world, support.browser, id)).toBe(303);
  await proveNewAddress(world, id);
  expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(303);
  expect(await decideOnMailbox(senior.browser, id, { decision: 'approve' })).toBe(303);
  return id;
}

/** Signs staff in again after their sessions have expired. */
async function signInAnew(): Promise<void> {
  for (const member of [support, reviewer, senior]) {
    await signedIn(world, member.email, member.browser);
  }
}

describe('a lost-mailbox case', () => {
  it('changes the address after evidence, two approvals and 72 hours', async () => {
    const ada = await aResident(world);
    const mail = 'ada-found@lost.example';
    await support.browser.open(`/portal/mailboxes/new?person=${ada.id}`);
    const { status, headers } = await support.browser.send(
      `/portal/mailboxes/new?person=${ada.id}`,
      { email: mail, repeatedEmail: mail },
    );
    expect(status).toBe(303);
    const id = headers.get('location')?.split('/').at(-1) ?? '';
    expect(await caseOf(world, id)).toMatchObject({
      status: 'open',
      personId: ada.id,
      openedBy: support.id,
    });
    expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(409);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    await proveNewAddress(world, id);
    // A reviewer must open all evidence before they can approve, with any form.
    const path = `/portal/mailboxes/${id}`;
    const unopened = await reviewer.browser.open(path);
    expect(shownText(unopened)).toContain('Not opened yet: 1: Identity document');
    expect(unopened.text).not.toContain('value="approve"');
    const approve = () => reviewer.browser.send(path, { decision: 'approve' });
    expect((await approve()).status).toBe(409);
    await openEvidence(reviewer.browser, id);
    expect(shownText(await reviewer.browser.open(path))).toContain(
      'You have opened all the evidence.',
    );
    world.clock.now += 1000;
    expect(await sendEvidence(world, support.browser, id, undefined, 'letter')).toBe(303);
    const late = await approve();
    expect(late.status).toBe(409);
    expect(shownText(late)).toContain('Not opened yet: 2: Letter');
    expect((await caseOf(world, id))['status']).toBe('open');
    expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(303);
    expect((await caseOf(world, id))['status']).toBe('approved');
    // Evidence opened by one reviewer is not opened for the other.
    await senior.browser.open('/portal');
    expect((await senior.browser.send(path, { decision: 'approve' })).status).toBe(409);
    expect(await decideOnMailbox(senior.browser, id, { decision: 'approve' })).toBe(303);
    expect((await caseOf(world, id))['status']).toBe('waiting');
    world.clock.now += 72 * hour - 1;
    expect(await carryOutNow(world)).toEqual({ changed: 0, voided: 0, refused: 0, failed: 0 });
    expect((await personOf(ada.id))['email']).toBe(ada.email);
    world.clock.now += 1;
    expect(await carryOutNow(world)).toEqual({ changed: 1, voided: 0, refused: 0, failed: 0 });
    expect(await personOf(ada.id)).toMatchObject({ email: mail, emailVerified: false });
    expect(await whoAmI(ada.standardKey)).toEqual(works);
    await world.settle();
    expect(mailsTo(mail).at(-1)).toContain('address');
    await signedIn(world, mail);
    expect((await personOf(ada.id))['emailVerified']).toBe(true);
    await signInAnew();
  });

  it('suspends keys immediately, also for reads, until the previous mailbox stops it', async () => {
    const ada = await aResident(world);
    expect(await whoAmI(ada.standardKey)).toEqual(works);
    const id = await aLostMailbox(world, ada.id);
    expect(await whoAmI(ada.standardKey)).toEqual(isSuspended);
    expect(
      await world.call('POST', '/api/v1/registries/legal_entities/search', {
        key: ada.standardKey,
        body: { query: 'x' },
      }),
    ).toMatchObject({ status: 403, body: { code: 'account.suspended' } });
    expect(
      await operator.refused('POST', `/persons/${ada.id}/api_keys`, { kind: 'standard' }),
    ).toMatchObject({ status: 409, code: 'person.suspended' });
    expect(
      await operator.refused('PATCH', `/persons/${ada.id}`, { email: 'else@lost.example' }),
    ).toMatchObject({ status: 409, code: 'person.suspended' });
    const link = await mailboxLinkTo(world, ada.email, 'stop');
    const stranger = visitor(world.baseUrl);
    expect((await stranger.open(link)).status).toBe(200);
    expect((await caseOf(world, id))['status']).toBe('open');
    expect((await stranger.send(link, {})).status).toBe(303);
    expect(shownText(await stranger.open(link))).toContain('Request stopped');
    expect(await caseOf(world, id)).toMatchObject({ status: 'stopped', dueAt: null });
    expect(await whoAmI(ada.standardKey)).toEqual(works);
    expect((await stranger.send(link, {})).status).toBe(409);
  });

  it('blocks actions in the portal while it is open, and notifies the other representatives', async () => {
    const ada = await aFiler(world);
    const grace = await aResident(world);
    await operator.data('PUT', `/legal_entities/${ada.entityId}/representatives/${grace.id}`);
    const browser = await browserOf(world, ada);
    const id = await aLostMailbox(world, ada.id);
    await world.settle();
    expect(mailsTo(grace.email).at(-1)).toContain('Request to change ');
    expect(mailsTo(ada.email).at(-1)).toContain(
      'Someone asked to change your account’s email address',
    );
    const { status, text } = await browser.send('/portal/developer/keys/new', {});
    expect({ status, suspended: text.includes('account is suspended') }).toEqual({
      status: 403,
      suspended: true,
    });
    const home = await browser.open('/portal');
    expect(shownText(home)).toContain('Your account is suspended');
    expect(shownText(home)).not.toContain('You have nothing to do right now.');
    expect(home.text).toContain('href="/portal/mailboxes/mine"');
    expect((await browser.open('/portal/mailboxes/mine')).status).toBe(200);
    expect((await browser.send('/portal/mailboxes/mine', { answer: 'stop' })).status).toBe(303);
    expect((await caseOf(world, id))['status']).toBe('stopped');
    await world.settle();
    expect(mailsTo(grace.email).at(-1)).toContain('email address has not changed');
  });

  it('requires the new address twice', async () => {
    const ada = await aResident(world);
    const form = `/portal/mailboxes/new?person=${ada.id}`;
    await support.browser.open(form);
    const sent = await support.browser.send(form, {
      email: 'ada-new@lost.example',
      repeatedEmail: 'ada-nwe@lost.example',
    });
    expect(sent.status).toBe(400);
    expect(shownText(sent)).toContain('The addresses don’t match');
    const empty = shownText(await support.browser.send(form, { email: '', again: '' }));
    expect(empty).toContain('Enter the new address, like name@example.com');
    expect(empty).toContain('Enter the new address once more');
    expect((await findPerson(world.table, ada.id))?.suspension).toBeUndefined();
  });

  it('can be opened three times a week for one account, with any outcome', async () => {
    const ada = await aResident(world);
    const form = `/portal/mailboxes/new?person=${ada.id}`;
    const opened = async () => {
      await support.browser.open(form);
      const email = 'ada-again@lost.example';
      const { status, headers } = await support.browser.send(form, { email, repeatedEmail: email });
      const id = headers.get('location')?.split('/').at(-1) ?? '';
      if (status === 303) await decideOnMailbox(support.browser, id, { decision: 'withdraw' });
      return status;
    };
    const week = 7 * 24 * hour;
    world.clock.now += week - (world.clock.now % week);
    await signInAnew();
    expect([await opened(), await opened(), await opened(), await opened()]).toEqual([
      303, 303, 303, 429,
    ]);
    expect((await findPerson(world.table, ada.id))?.suspension).toBeUndefined();
  });

  it('requires two approvals by people who did not open it', async () => {
    const ada = await aResident(world);
    const both = await aStaffMember(world, ['support', 'senior_reviewer']);
    await both.browser.open(`/portal/mailboxes/new?person=${ada.id}`);
    const sent = await both.browser.send(`/portal/mailboxes/new?person=${ada.id}`, {
      email: 'both@lost.example',
      repeatedEmail: 'both@lost.example',
    });
    const id = sent.headers.get('location')?.split('/').at(-1) ?? '';
    await sendEvidence(world, support.browser, id);
    await proveNewAddress(world, id);
    expect(await decideOnMailbox(both.browser, id, { decision: 'approve' })).toBe(403);
    expect(await decideOnMailbox(senior.browser, id, { decision: 'approve' })).toBe(303);
    expect(await decideOnMailbox(senior.browser, id, { decision: 'approve' })).toBe(403);
    expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(403);
    expect((await caseOf(world, id))['status']).toBe('approved');
    expect(
      await decideOnMailbox(reviewer.browser, id, {
        decision: 'reject',
        reason: 'not_the_person',
      }),
    ).toBe(303);
    expect(await caseOf(world, id)).toMatchObject({
      status: 'refused',
      reasonCode: 'not_the_person',
    });
    expect(await whoAmI(ada.standardKey)).toEqual(works);
  });

  it('ends without a wait if an older passkey confirms it, but not a newer one', async () => {
    const ada = await aResident(world);
    const browser = await signedIn(world, ada.email);
    const authenticator = await addPasskey(world, browser);
    world.clock.now += 73 * hour;
    await signInAnew();
    const recent = await addPasskey(world, await signedIn(world, ada.email));
    const id = await anApprovedCase(ada.id, 'ada-key@lost.example');
    const confirm = async (with_: Visitor) =>
      (await with_.send('/portal/mailboxes/mine', { answer: 'confirm' })).status;
    const byMail = await signedIn(world, ada.email);
    expect(await confirm(byMail)).toBe(403);
    const byNew = visitor(world.baseUrl);
    await usePasskey(world, byNew, recent);
    expect(shownText(await byNew.open('/portal/mailboxes/mine'))).toContain(
      'You can’t confirm with this passkey',
    );
    expect(await confirm(byNew)).toBe(403);
    const byOld = visitor(world.baseUrl);
    await usePasskey(world, byOld, authenticator);
    await byOld.open('/portal/mailboxes/mine');
    expect(await confirm(byOld)).toBe(303);
    expect((await caseOf(world, id))['status']).toBe('changed');
    expect((await personOf(ada.id))['email']).toBe('ada-key@lost.example');
    // Earlier sessions have ended.
    expect((await byMail.open('/portal')).status).toBe(303);
    await world.settle();
    expect(mailsTo('ada-key@lost.example')).toEqual([
      'Confirm this email address for your account',
      expect.stringContaining('Your account will use this address from'),
      'Your account’s email address was changed',
    ]);
  });

  it('is refused automatically if the address is taken or the account is deactivated', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const taken = await anApprovedCase(ada.id, 'taken@lost.example');
    const gone = await anApprovedCase(grace.id, 'gone@lost.example');
    await operator.data('POST', '/persons', { email: 'taken@lost.example' });
    await operator.data('POST', `/persons/${grace.id}/deactivate`);
    world.clock.now += 72 * hour;
    expect(await carryOutNow(world)).toEqual({ changed: 0, voided: 0, refused: 2, failed: 0 });
    expect((await caseOf(world, taken))['reasonCode']).toBe('address_taken');
    expect((await caseOf(world, gone))['reasonCode']).toBe('account_deactivated');
    expect(await whoAmI(ada.standardKey)).toEqual(works);
    await world.settle();
    await signInAnew();
  });
});
