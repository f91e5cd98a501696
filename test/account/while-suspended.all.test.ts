import { beforeEach, describe, expect, it } from 'vitest';
import { mailboxWait } from '../../shared/account/domain/mailbox-case.ts';
import { actOnMailboxCase } from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { openMailboxCase } from '../../shared/account/usecases/open-mailbox-case.ts';
import { makeProof } from '../../shared/account/usecases/proof.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { aClient, type Tokens, tokensFor } from '../support/clients.ts';
import { justBefore } from '../support/just-before.ts';
import {
  aLostMailbox,
  caseOf,
  decideOnMailbox,
  mailboxLinkTo,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import { given, inForm, postForm, rotation, summaryOf } from '../support/oauth.ts';
import { addPasskey, usePasskey } from '../support/passkeys.ts';
import { refusal } from '../support/people.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { anInfectedPdf } from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const support = await aStaffMember(world, ['support']);
const reviewer = await aStaffMember(world, ['reviewer']);
beforeEach(async () => {
  world.clock.now += 60_000;
  for (const member of [support, reviewer]) await signedIn(world, member.email, member.browser);
});

describe('while a lost mailbox suspends an account', () => {
  it('tokens are refused, but a refresh token works again after a stop', async () => {
    const ada = await aResident(world);
    const client = await aClient(world);
    const tokens = await tokensFor(world, { personId: ada.id, client });
    const read = async (path: string, { access }: Tokens) =>
      summaryOf(await world.call('GET', path, { key: access }));
    const refresh = () => postForm(world, 'token', rotation(client, tokens.refresh));
    const live = async () => {
      const fields = { token: tokens.access, ...inForm(client) };
      return Object((await postForm(world, 'introspect', fields)).body).active;
    };
    const id = await aLostMailbox(world, ada.id);
    const suspended = {
      person: await read('/api/v1/me/natural-person', tokens),
      userinfo: await read('/api/oauth/userinfo', tokens),
      live: await live(),
      refresh: summaryOf(await refresh()),
    };
    expect(suspended).toEqual({
      person: '403 The account is suspended until its lost mailbox case is closed',
      userinfo: '401 invalid_token',
      live: false,
      refresh: '400 invalid_grant',
    });
    const link = await mailboxLinkTo(world, ada.email, 'stop');
    const stranger = visitor(world.baseUrl);
    await stranger.open(link);
    expect((await stranger.send(link, {})).status).toBe(303);
    expect((await caseOf(world, id))['status']).toBe('stopped');
    expect(await live()).toBe(true);
    const { access_token: access } = given(await refresh());
    expect(await read('/api/v1/me/natural-person', { ...tokens, access })).toBe('200');
  });

  it('no proof can be created, not even with a form sent a moment before', async () => {
    const ada = await aResident(world);
    const browser = await signedIn(world, ada.email);
    const request = { fields: ['name'], validity: 'hour', formId: world.deps.newId() } as const;
    const email = `moved-${ada.id}@lost.example`;
    const table = justBefore(world.table, () =>
      openMailboxCase({ personId: ada.id, email }, system, world.deps),
    );
    const late = makeProof(ada.id, request, { ...world.deps, table });
    expect(await refusal(late)).toBe('403 account.suspended');
    await browser.open('/portal/proofs');
    const { status } = await browser.send('/portal/proofs', {
      show: ['name'],
      validity: 'hour',
      formId: world.deps.newId(),
    });
    expect(status).toBe(403);
  });

  it('a stop wins against a simultaneous passkey confirmation before the second approval', async () => {
    const ada = await aResident(world);
    const authenticator = await addPasskey(world, await signedIn(world, ada.email));
    world.clock.now += mailboxWait + 3_600_000;
    for (const member of [support, reviewer]) await signedIn(world, member.email, member.browser);
    const id = await aLostMailbox(world, ada.id);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    await proveNewAddress(world, id);
    expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(303);
    const browser = visitor(world.baseUrl);
    await usePasskey(world, browser, authenticator);
    const command = {
      type: 'confirm',
      passkeyAddedAt: new Date(world.clock.now - 2 * mailboxWait).toISOString(),
    } as const;
    const table = justBefore(world.table, () =>
      browser
        .open('/portal/mailboxes/mine')
        .then(() => browser.send('/portal/mailboxes/mine', { answer: 'stop' })),
    );
    const late = actOnMailboxCase(id, { command }, system, { ...world.deps, table });
    expect(await refusal(late)).toBe('409 mailbox_case.ended');
    expect(await caseOf(world, id)).toMatchObject({ status: 'stopped', confirmedAt: null });
  });

  it('evidence with malware cannot be opened or used for an approval', async () => {
    const { scans } = world;
    scans.setting.required = true;
    try {
      const ada = await aResident(world);
      const id = await aLostMailbox(world, ada.id);
      expect(await sendEvidence(world, support.browser, id, anInfectedPdf(ada.id))).toBe(303);
      await proveNewAddress(world, id);
      expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(409);
      expect(await scans.deliver()).toBe(0);
      const shown = await reviewer.browser.open(`/portal/mailboxes/${id}`);
      const link = /\/portal\/mailboxes\/[0-9a-f-]{36}\/evidence\/[0-9a-f-]{36}/.exec(shown.text);
      const opened = await reviewer.browser.open(link?.[0] ?? '');
      expect(opened.status).toBe(409);
      expect(shownText(opened)).toContain('This file contains malware');
      expect(await decideOnMailbox(reviewer.browser, id, { decision: 'approve' })).toBe(409);
      expect(await sendEvidence(world, support.browser, id, anInfectedPdf(ada.id))).toBe(409);
      expect(await caseOf(world, id)).toMatchObject({ status: 'open', approvals: [] });
    } finally {
      scans.setting.required = false;
    }
  });
});
