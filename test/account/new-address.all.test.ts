import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { findMailAddress, mailAddressWrites } from '../../shared/mail/db/mail-addresses.ts';
import { operatorOf } from '../support/admin.ts';
import {
  aLostMailbox,
  caseOf,
  decideOnMailbox,
  hour,
  mailboxLinkTo,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const operator = operatorOf(world);
const support = await aStaffMember(world, ['support']);
const reviewer = await aStaffMember(world, ['reviewer']);
beforeEach(async () => {
  world.clock.now += 60_000;
  for (const member of [support, reviewer]) await signedIn(world, member.email, member.browser);
});

const provenAt = async (id: string) => (await caseOf(world, id))['newEmailProvenAt'];
const caseText = async (id: string, { browser } = reviewer) =>
  shownText(await browser.open(`/portal/mailboxes/${id}`));

/** Reports a permanent bounce of the address, as SES does. */
async function comesBack(email: string, bouncedAt: string): Promise<void> {
  const next = {
    id: world.deps.newId(),
    email,
    bouncedAt,
    bounceKind: 'requested',
    bounceCause: 'NoEmail',
    complainedAt: null,
    complaintCause: null,
    bounceLiftedAt: null,
    complaintLiftedAt: null,
  } as const;
  const { writes } = mailAddressWrites(null, next, bouncedAt);
  await transact(world.table, { ...writes });
  expect(await findMailAddress(world.table, email)).toMatchObject({ bouncedAt });
}

describe('the new address of a lost mailbox', () => {
  it('is confirmed with an emailed link before an approval, and reviewers see when', async () => {
    const ada = await aResident(world);
    const id = await aLostMailbox(world, ada.id);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    expect(await caseText(id)).toContain('The new address is not confirmed yet');
    const refused = await reviewer.browser.send(`/portal/mailboxes/${id}`, { decision: 'approve' });
    expect(refused.status).toBe(409);
    expect(shownText(refused)).toContain('No change was made');
    expect((await caseOf(world, id))['status']).toBe('open');

    const link = await mailboxLinkTo(world, `new-${ada.id}@lost.example`, 'confirm');
    const stranger = visitor(world.baseUrl);
    const shown = await stranger.open(link);
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('@');
    // Programs that scan emails open links, but do not send forms.
    expect(await provenAt(id)).toBeNull();
    expect((await stranger.send(link, {}, { csrf: null })).status).toBe(403);
    expect(await provenAt(id)).toBeNull();
    expect((await stranger.send(link, {})).status).toBe(303);
    expect(shownText(await stranger.open(link))).toContain('This address is confirmed');
    const since = await provenAt(id);
    expect(since).not.toBeNull();
    // Anyone can have the link, so the audit trail does not name the person.
    expect(
      await operator.data(
        'GET',
        `/audit?subjectId=${ada.id}&action=mailbox_case.address_confirmed`,
      ),
    ).toMatchObject([{ actor: { kind: 'system' }, details: { caseId: id, by: 'mailed_link' } }]);
    // The link does not sign anyone in.
    expect((await stranger.open('/portal')).status).toBe(303);

    expect(await caseText(id)).toContain('with the link we emailed there');
    expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(303);
    world.clock.now += 60_000;
    expect((await stranger.send(link, {})).status).toBe(303);
    expect(await caseOf(world, id)).toMatchObject({ status: 'approved', newEmailProvenAt: since });
  });

  it('is not confirmed with a stop link, and a case is not stopped with a confirmation link', async () => {
    const ada = await aResident(world);
    const id = await aLostMailbox(world, ada.id);
    const stop = await mailboxLinkTo(world, ada.email, 'stop');
    const confirm = await mailboxLinkTo(world, `new-${ada.id}@lost.example`, 'confirm');
    const stranger = visitor(world.baseUrl);
    await stranger.open(stop);
    for (const crossed of [
      stop.replace('/stop/', '/confirm/'),
      confirm.replace('/confirm/', '/stop/'),
    ]) {
      expect((await stranger.open(crossed)).status).toBe(404);
      expect((await stranger.send(crossed, {})).status).toBe(404);
    }
    expect(await caseOf(world, id)).toMatchObject({ status: 'open', newEmailProvenAt: null });
  });

  it('is confirmed for one case only, not for the next one with another address', async () => {
    const ada = await aResident(world);
    const before = await aLostMailbox(world, ada.id, 'wrong@lost.example');
    const wrong = await mailboxLinkTo(world, 'wrong@lost.example', 'confirm');
    await decideOnMailbox(support.browser, before, { decision: 'withdraw' });
    const id = await aLostMailbox(world, ada.id, 'right@lost.example');
    const stranger = visitor(world.baseUrl);
    await stranger.open(await mailboxLinkTo(world, 'right@lost.example', 'confirm'));
    const late = await stranger.send(wrong, {});
    expect(late.status).toBe(409);
    expect(shownText(late)).toContain('Request closed');
    expect(await provenAt(id)).toBeNull();
    expect(await provenAt(before)).toBeNull();
  });

  it('can be confirmed for a week, and support can send a new link five times a day', async () => {
    const ada = await aResident(world);
    const id = await aLostMailbox(world, ada.id);
    const to = `new-${ada.id}@lost.example`;
    const first = await mailboxLinkTo(world, to, 'confirm');
    const day = 24 * hour;
    world.clock.now += 8 * day - (world.clock.now % day);
    for (const member of [support, reviewer]) await signedIn(world, member.email, member.browser);
    const stranger = visitor(world.baseUrl);
    expect(shownText(await stranger.open(first))).toContain('This link is too old');
    // Uses the token of another page, because the late page has no form.
    await stranger.open('/portal/sign-in');
    expect((await stranger.send(first, {})).status).toBe(409);
    expect(await provenAt(id)).toBeNull();

    const again = { decision: 'mail_proof' };
    expect(await decideOnMailbox(reviewer.browser, id, again)).toBe(403);
    const sent = [];
    for (let count = 0; count < 6; count += 1) {
      sent.push(await decideOnMailbox(support.browser, id, again));
    }
    expect(sent).toEqual([303, 303, 303, 303, 303, 429]);
    const second = await mailboxLinkTo(world, to, 'confirm');
    expect(second).not.toBe(first);
    await stranger.open(second);
    expect((await stranger.send(second, {})).status).toBe(303);
    expect(await provenAt(id)).not.toBeNull();
    expect(await decideOnMailbox(support.browser, id, again)).toBe(409);
    expect(
      await operator.data(
        'GET',
        `/audit?subjectId=${ada.id}&action=mailbox_case.confirmation_resent`,
      ),
    ).toHaveLength(5);
  });

  it('gets an email in the account’s language, and a page in either language', async () => {
    const ada = await aResident(world);
    const browser = visitor(world.baseUrl);
    await browser.open('/language?to=es&next=/portal/sign-in');
    await signedIn(world, ada.email, browser);
    await aLostMailbox(world, ada.id);
    const to = `new-${ada.id}@lost.example`;
    const link = await mailboxLinkTo(world, to, 'confirm');
    const subjects = (email: string) =>
      world.mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
    expect(subjects(to)).toEqual(['Confirme este correo electrónico para su cuenta']);
    expect(subjects(ada.email).at(-1)).toContain('Alguien pidió cambiar el correo');
    expect(shownText(await browser.open(link))).toContain('Confirmar esta dirección');
    expect(shownText(await visitor(world.baseUrl).open(link))).toContain('Confirm this address');
  });
});

describe('staff who decide a lost-mailbox case', () => {
  it('see which address bounces and which emails were not delivered', async () => {
    const ada = await aResident(world);
    await comesBack(ada.email, new Date(world.clock.now - hour).toISOString());
    const id = await aLostMailbox(world, ada.id);
    await world.settle();
    const text = await caseText(id);
    expect(text).toContain('Emails to the old address bounce');
    expect(text).toContain('Case opened');
    expect(text).not.toContain('Emails to the new address bounce');
    // The other address receives its emails.
    await proveNewAddress(world, id);
    await comesBack(`new-${ada.id}@lost.example`, new Date(world.clock.now).toISOString());
    expect(await caseText(id)).toContain('Emails to the new address bounce');
  });

  it('see only the other cases about the same account', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const before = await aLostMailbox(world, ada.id, 'first@lost.example');
    await aLostMailbox(world, grace.id);
    await decideOnMailbox(reviewer.browser, before, { decision: 'reject', reason: 'other' });
    const id = await aLostMailbox(world, ada.id, 'second@lost.example');
    const { text } = await reviewer.browser.open(`/portal/mailboxes/${id}`);
    const others = text.slice(text.indexOf('Other cases about this account'));
    expect(
      [...others.matchAll(/\/portal\/mailboxes\/([0-9a-f-]{36})"/g)].map(([, it]) => it),
    ).toEqual([before]);
    expect(others).toContain('Refused: Another reason');
  });
});
