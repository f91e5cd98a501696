import { beforeEach, describe, expect, it } from 'vitest';
import {
  findDeviceByUserCode,
  type StoredDevice,
} from '../../shared/oauth/db/device-authorizations.ts';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { userCodeKey } from '../../shared/oauth/domain/device-authorization.ts';
import { anAskingClient, type Client, pathTo } from '../support/authorization.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { type PageAnswer, visitor } from '../support/visitor.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
const program = await anAskingClient(world, {
  name: 'Test Television',
  public: true,
  redirectUris: [],
});
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

/** The user code of a pending device. */
async function aDevice(scope = 'openid', { clientId }: Client = program): Promise<string> {
  const response = await fetch(`${world.baseUrl}/api/oauth/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, scope }),
  });
  if (response.status !== 200) throw new Error(`set-up: ${await response.text()}`);
  // The contract of the endpoint, which has its own tests.
  return ((await response.json()) as { user_code: string }).user_code;
}

const enter = (code: string, by: Visitor = browser): Promise<PageAnswer> =>
  by.send('/oauth/device', { user_code: code });

/** The consent page for the code, opened. */
async function asked(code: string): Promise<string> {
  await browser.open('/oauth/device');
  const page = pathTo(await enter(code));
  await browser.open(page);
  return page;
}

const stored = (code: string): Promise<StoredDevice | null> =>
  findDeviceByUserCode(world.table, userCodeKey(code) ?? '');

describe('the page for a device’s user code', () => {
  it('redirects to the sign-in without a session and keeps the code', async () => {
    const answer = await visitor(world.baseUrl).open('/oauth/device?user_code=BCDF-GHJK');
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: `/portal/sign-in?${new URLSearchParams({ next: '/oauth/device?user_code=BCDF-GHJK' })}`,
    });
  });

  it('fills in the code from its URL, and does not look it up until the user submits it', async () => {
    const code = await aDevice();
    const answer = await browser.open(`/oauth/device?user_code=${code}`);
    expect([answer.status, answer.text.includes(`value="${code}"`)]).toEqual([200, true]);
    expect(shownText(answer)).not.toContain('Test Television');
  });

  it('accepts the code in upper and lower case, with and without a hyphen', async () => {
    await browser.open('/oauth/device');
    const code = await aDevice();
    for (const spelled of [
      code,
      code.toLowerCase(),
      code.replace('-', ''),
      ` ${code.replace('-', ' ')} `,
    ]) {
      expect(outcomeOf(await enter(spelled))).toEqual({
        status: 303,
        location: expect.stringMatching(
          /^\/oauth\/device\/confirm\?user_code=[A-Z]{8}&proof=[\w-]{22}$/,
        ),
      });
    }
  });

  it('returns the same answer for unknown, expired, allowed and denied codes', async () => {
    const [expired, allowed, denied] = [await aDevice(), await aDevice(), await aDevice()];
    await browser.send(await asked(allowed), { decision: 'approve' });
    await browser.send(await asked(denied), { decision: 'deny' });
    world.clock.now += 600_000;
    const answers = [];
    for (const code of ['BBBB-BBBB', expired, allowed, denied]) {
      const { status, text } = await enter(code);
      answers.push({ status, text: text.replaceAll(code, '') });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(400);
    expect(answers[0]?.text).toContain('The code is wrong or has expired');
  });

  it.each(['', 'BCDF', '12345678', 'AEIO-UAEI', 'B'.repeat(500)])(
    'shows an error for %s, which has not the form of a code, and does not count it',
    async (text) => {
      for (let count = 0; count < 21; count += 1) {
        const answer = await enter(text);
        expect([answer.status, answer.text.includes('Enter the eight letters')]).toEqual([
          400,
          true,
        ]);
      }
    },
  );

  it('accepts no more codes from a person for an hour after 20 wrong ones', async () => {
    const wrong = await Promise.all(Array.from({ length: 25 }, () => enter('BBBB-BBBB')));
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([
      ...Array(20).fill(400),
      ...Array(5).fill(429),
    ]);
    const code = await aDevice();
    const refused = await enter(code);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    world.clock.now += 3_600_000;
    expect((await enter(await aDevice())).status).toBe(303);
  });

  it('accepts at most 60 wrong codes from one network address in an hour', async () => {
    const people = await Promise.all([aResident(world), aResident(world), aResident(world)]);
    const browsers = [browser];
    for (const { email } of people) browsers.push(await signedIn(world, email));
    const answers = await Promise.all(
      browsers.flatMap((by) => Array.from({ length: 16 }, () => enter('BBBB-BBBB', by))),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('does not count correct codes', async () => {
    const code = await aDevice();
    for (let count = 0; count < 25; count += 1) expect((await enter(code)).status).toBe(303);
  });
});

describe('the consent page for a device', () => {
  it('shows the code to compare, the application and the requested access', async () => {
    const code = await aDevice('openid email');
    const text = shownText(await browser.open(await asked(code)));
    for (const words of [
      'Allow Test Television on your device?',
      code,
      ada.email,
      'See your email address',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('cannot be opened with a link from another session: the code must be entered', async () => {
    const code = userCodeKey(await aDevice()) ?? '';
    const stranger = await aResident(world);
    const other = await signedIn(world, stranger.email);
    const page = pathTo(await enter(code, other));
    for (const address of [page, `/oauth/device/confirm?user_code=${code}`]) {
      expect(outcomeOf(await browser.open(address))).toEqual({
        status: 303,
        location: `/oauth/device?user_code=${code}`,
      });
      const sent = await browser.send(address, { decision: 'approve' });
      expect(sent.status).toBe(303);
    }
    expect((await stored(code))?.status).toBe('pending');
  });

  it('approves the device for the chosen legal entities', async () => {
    const acme = await anEntity(world, { representatives: [ada.id] });
    const code = await aDevice('openid service:entity.read');
    const page = await asked(code);
    const answer = await browser.send(page, { decision: 'approve', legalEntityId: acme.id });
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: '/oauth/device/done?decision=approve',
    });
    expect(shownText(await browser.open(pathTo(answer)))).toContain(
      'You can go back to your device',
    );
    const consent = await findConsent(world.table, ada.id, program.clientId);
    expect(await stored(code)).toMatchObject({
      status: 'approved',
      personId: ada.id,
      consentId: consent?.id,
      legalEntityIds: [acme.id],
    });
    const again = await browser.send(page, { decision: 'deny' });
    expect([again.status, shownText(again).includes('no longer valid')]).toEqual([409, true]);
  });

  it('denies the device, and no consent is stored', async () => {
    const code = await aDevice();
    const answer = await browser.send(await asked(code), { decision: 'deny' });
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: '/oauth/device/done?decision=deny',
    });
    expect(shownText(await browser.open(pathTo(answer)))).toContain(
      'Your device was not connected',
    );
    expect((await stored(code))?.status).toBe('denied');
    expect(await findConsent(world.table, ada.id, program.clientId)).toBeNull();
  });

  it('shows an error for a missing or invalid decision and for someone else’s legal entity', async () => {
    const code = await aDevice('openid service:entity.read');
    const page = await asked(code);
    const { id } = await anEntity(world);
    const sent: Record<string, string>[] = [
      {},
      { decision: 'perhaps' },
      { decision: 'approve', legalEntityId: id },
    ];
    for (const fields of sent) {
      expect((await browser.send(page, fields)).status).toBe(400);
    }
    expect((await stored(code))?.status).toBe('pending');
  });

  it('accepts one of ten decisions at the same time', async () => {
    const code = await aDevice();
    const page = await asked(code);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, position) =>
        browser.send(page, { decision: position % 2 === 0 ? 'approve' : 'deny' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(9).fill(409)]);
  });

  it('returns 409 after the code has expired', async () => {
    const page = await asked(await aDevice());
    world.clock.now += 600_000;
    expect((await browser.open(page)).status).toBe(409);
    expect((await browser.send(page, { decision: 'approve' })).status).toBe(409);
  });

  it('returns 409 after the client was deactivated', async () => {
    const former = await anAskingClient(world, { public: true, redirectUris: [] });
    const code = await aDevice('openid', former);
    const page = await asked(code);
    await world.admin('PATCH', `/oauth_clients/${former.clientId}`, { active: false });
    expect((await browser.send(page, { decision: 'approve' })).status).toBe(409);
    expect((await enter(code)).status).toBe(400);
  });

  it('refuses a decision without the session’s CSRF token', async () => {
    const code = await aDevice();
    const page = await asked(code);
    expect((await browser.send(page, { decision: 'approve' }, { csrf: null })).status).toBe(403);
    expect((await stored(code))?.status).toBe('pending');
  });
});
