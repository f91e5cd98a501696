import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { readLogoFile } from '../../shared/oauth/usecases/read-logo-file.ts';
import { authorizePath, pathTo } from '../support/authorization.ts';
import { aPng, picturesIn, sendLogo } from '../support/logos.ts';
import { ownClientsPath, ownRedirectUri, registerOnPage } from '../support/own-clients.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
let ada: Person;
let browser: Visitor;
let others: Visitor;
let clientId: string;
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  const eve = await aResident(world);
  browser = await signedIn(world, ada.email);
  others = await signedIn(world, eve.email);
  ({ clientId } = await registerOnPage(browser));
});

const blue = aPng({ colour: [20, 60, 120] });
const red = aPng({ colour: [160, 20, 20] });
/** A picture as pages contain it. */
function shown(file: Uint8Array): string {
  const read = readLogoFile(file);
  if (typeof read === 'string') throw new Error(read);
  return Buffer.from(read.content).toString('base64');
}
const [blueShown, redShown] = [shown(blue), shown(red)];

const place = () => `${ownClientsPath}/${clientId}`;
const send = (file: Uint8Array | 'remove', by = browser, csrf?: string) =>
  sendLogo(world, by, clientId, file, csrf);

interface Look {
  readonly revision: number;
  readonly current: { readonly logo: { readonly contentBase64: string } | null };
  readonly proposed: Look['current'] | null;
}
const look = async (id = clientId) =>
  ((await world.admin('GET', `/oauth_clients/${id}/decision`)).body as { data: Look }).data;
const decide = (decision: string, body: object = {}) =>
  world.admin('POST', `/oauth_clients/${clientId}/decision`, { decision, ...body });
const approve = async (revision?: number) =>
  decide('approve', { revision: revision ?? (await look()).revision });
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${Reflect.get(Object(body), 'code') ?? ''}`.trim();
async function approved() {
  await browser.send(`${place()}/ask`, {});
  expect((await approve()).status).toBe(200);
}

/** The consent page of the application. */
async function question(by: Visitor) {
  const start = authorizePath({ clientId, redirectUri: ownRedirectUri }, { scope: 'openid' });
  return by.open(pathTo(await by.open(start)));
}
/** The sign-in page before the consent page. */
async function signInPage() {
  const somebody = visitor(world.baseUrl);
  const start = authorizePath({ clientId, redirectUri: ownRedirectUri }, { scope: 'openid' });
  const asked = await somebody.open(pathTo(await somebody.open(start)));
  return somebody.open(pathTo(asked));
}
/** The number of stored pictures of the application. */
const kept = async () => {
  const { pk } = keys.clientLogo(clientId, '');
  const items = await readAll(world.table, { value: pk });
  return items.filter(({ sk }) => String(sk).startsWith('LOGO#')).length;
};

describe('a logo in test mode', () => {
  it('is shown immediately, but only to its owner', async () => {
    const sent = await send(blue);
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toMatch(new RegExp(`${place()}$`));
    expect(picturesIn(await browser.open(place()))).toEqual([blueShown]);
    const asked = await question(browser);
    expect(picturesIn(asked)).toEqual([blueShown]);
    expect(asked.headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    expect(picturesIn(await question(others))).toEqual([]);
    expect(picturesIn(await signInPage())).toEqual([]);
    expect((await others.open(`${place()}/logo`)).status).toBe(404);
  });

  it('can be replaced and removed; the previous one is deleted', async () => {
    await send(blue);
    await send(red);
    expect([await kept(), picturesIn(await question(browser))]).toEqual([1, [redShown]]);
    await send('remove');
    expect([await kept(), picturesIn(await question(browser))]).toEqual([0, []]);
  });

  it('stays if other fields of the application change', async () => {
    await send(blue);
    const fields = { name: 'Ada’s ledger', redirectUris: ownRedirectUri, scope: ['openid'] };
    await browser.open(`${place()}/edit`);
    expect((await browser.send(`${place()}/edit`, fields)).status).toBe(303);
    expect(picturesIn(await question(browser))).toEqual([blueShown]);
  });

  it.each<[string, Uint8Array, string]>([
    ['no file', new Uint8Array(0), 'Choose a picture'],
    ['a script', Buffer.from('<svg onload="alert(1)"/>'), 'The picture must be a PNG'],
    ['an oblong picture', aPng({ width: 64, height: 80 }), 'square, 64 to 512 pixels wide'],
    ['a large file', Buffer.alloc(400_000), '32 KB or smaller'],
  ])('is refused if it is %s', async (_, file, words) => {
    await browser.open(`${place()}/logo`);
    const answer = await send(file);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain(words);
    expect(await kept()).toBe(0);
  });

  it('is accepted only from its owner, with a valid CSRF token', async () => {
    expect((await send(blue, browser, 'x'.repeat(22))).status).toBe(403);
    await others.open('/portal');
    expect((await send(blue, others)).status).toBe(404);
    expect((await send(blue, visitor(world.baseUrl))).headers.get('location')).toContain(
      '/portal/sign-in',
    );
    expect(await kept()).toBe(0);
  });

  it('is deleted with the application', async () => {
    await send(blue);
    await browser.send(`${place()}/delete`, {});
    expect(await kept()).toBe(0);
  });
});

describe('the logo of an approved application', () => {
  it('is shown to everyone in its approved version until the new one is approved', async () => {
    await send(blue);
    await approved();
    expect(picturesIn(await signInPage())).toEqual([blueShown]);
    await send(red);
    for (const page of [await question(others), await question(browser), await signInPage()]) {
      expect(picturesIn(page)).toEqual([blueShown]);
    }
    expect(picturesIn(await browser.open(place()))).toEqual([blueShown, redShown]);
    const { current: now, proposed } = await look();
    expect([now.logo?.contentBase64, proposed?.logo?.contentBase64]).toEqual([blueShown, redShown]);
    expect((await approve()).status).toBe(200);
    expect(picturesIn(await question(others))).toEqual([redShown]);
    expect(await kept()).toBe(1);
  });

  it('is not approved if it was replaced after the operator read it', async () => {
    await send(blue);
    await browser.send(`${place()}/ask`, {});
    const { revision } = await look();
    await send(red);
    expect(codeOf(await approve(revision))).toBe('409 client.changed');
    expect(picturesIn(await question(others))).toEqual([]);
  });

  it('is always one that an operator read, even if it is replaced during the decision', async () => {
    await send(blue);
    await approved();
    for (let round = 0; round < 4; round += 1) {
      await send(round % 2 === 0 ? red : blue);
      const { revision, proposed } = await look();
      const looked = proposed?.logo?.contentBase64;
      const [decision] = await Promise.all([
        approve(revision),
        send(aPng({ colour: [round, 0, 0] })),
      ]);
      const { current: now } = await look();
      if (decision.status === 200) expect(now.logo?.contentBase64).toBe(looked);
      expect([200, 409]).toContain(decision.status);
      // Every stored picture is referenced, and every referenced one is stored.
      const after = await look();
      const named = [after.current.logo, after.proposed?.logo ?? null].filter(Boolean);
      expect(await kept()).toBe(named.length);
      await approve();
    }
  });

  it('stays the previous one if the new one is rejected', async () => {
    await send(blue);
    await approved();
    await send(red);
    const { revision } = await look();
    await decide('reject', { revision, reason: 'It is the logo of a bank.' });
    expect(picturesIn(await question(others))).toEqual([blueShown]);
    expect(await kept()).toBe(1);
  });

  it('is deleted immediately if its owner removes it', async () => {
    await send(blue);
    await approved();
    await send('remove');
    expect(picturesIn(await question(others))).toEqual([]);
    expect((await look()).proposed).toBeNull();
    expect(await kept()).toBe(0);
  });

  it('can be removed by operators with a reason that its owner is sent', async () => {
    await send(blue);
    await approved();
    await send(red);
    const reason = 'It is the logo of a bank.';
    expect(codeOf(await decide('remove_logo', { reason }))).toBe('200');
    expect([picturesIn(await question(others)), await kept()]).toEqual([[], 0]);
    expect(shownText(await browser.open(place()))).toContain(reason);
    expect(shownText(await browser.open('/portal/activity'))).toContain(
      'The logo of your application for sign-in was removed',
    );
    await world.settle();
    const mail = world.mails.findLast(({ to }) => to === ada.email);
    expect(mail?.subject).toContain('The logo of your application');
    expect(mail?.text).toContain(reason);
    expect(codeOf(await decide('remove_logo', { reason }))).toBe('409 client.no_logo');
  });

  it('disappears from a sign-in that started before the application was suspended', async () => {
    await send(blue);
    await approved();
    const somebody = visitor(world.baseUrl);
    const start = authorizePath({ clientId, redirectUri: ownRedirectUri }, { scope: 'openid' });
    const page = pathTo(await somebody.open(pathTo(await somebody.open(start))));
    const before = await somebody.open(page);
    expect([picturesIn(before), shownText(before)]).toEqual([
      [blueShown],
      expect.stringContaining('Ada’s books'),
    ]);
    await decide('suspend', { reason: 'It takes itself for a bank.' });
    const after = await somebody.open(page);
    expect(picturesIn(after)).toEqual([]);
    expect(shownText(after)).not.toContain('Ada’s books');
  });

  it('can’t be changed while the application is suspended', async () => {
    await send(blue);
    await approved();
    await decide('suspend', { reason: 'It asks for too much.' });
    await send(red);
    const { current: now } = await look();
    expect(now.logo?.contentBase64).toBe(blueShown);
    expect(codeOf(await decide('remove_logo', { reason: 'x' }))).toBe('409 client.suspended');
    expect((await browser.open(`${place()}/logo`)).status).toBe(303);
  });
});

describe('the logo of an operators’ client', () => {
  const path = '/oauth_clients/harbour-app';
  const revise = (body: object) => world.admin('PATCH', path, body);
  const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64');

  it('can be set, replaced and removed by operators', async () => {
    await world.admin('POST', '/oauth_clients', {
      clientId: 'harbour-app',
      name: 'Harbour',
      redirectUris: [ownRedirectUri],
      scopes: ['openid'],
    });
    clientId = 'harbour-app';
    expect((await revise({ logoBase64: base64(blue) })).status).toBe(200);
    expect(picturesIn(await question(others))).toEqual([blueShown]);
    const sent = await Promise.all(
      [red, blue, red, blue].map((file) => revise({ logoBase64: base64(file) })),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await kept()).toBe(1);
    const [picture] = picturesIn(await signInPage());
    expect([blueShown, redShown]).toContain(picture);
    expect((await revise({ name: 'Harbour App' })).status).toBe(200);
    expect(await kept()).toBe(1);
    expect((await revise({ logoBase64: null })).status).toBe(200);
    expect([await kept(), picturesIn(await question(others))]).toEqual([0, []]);
    const stored = await getItem(world.table, keys.oauthClient('harbour-app'));
    expect(stored?.['logo']).toBeNull();
  });

  it.each<[object, string]>([
    [{ logoBase64: 'no base64!' }, 'Must be base64'],
    [{ logoBase64: base64(Buffer.from('GIF89a')) }, 'Must be a PNG'],
    [{ logoBase64: base64(aPng({ width: 600, pixels: Buffer.alloc(1) })) }, '64 to 512 pixels'],
  ])('is refused as %j', async (body, words) => {
    const answer = await revise(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(words);
  });

  it('cannot be set by operators if the client belongs to a resident', async () => {
    const answer = await world.admin('PATCH', `/oauth_clients/${clientId}`, {
      logoBase64: base64(blue),
    });
    expect(codeOf(answer)).toBe('409 client.owned');
  });
});

it('the data export contains the person’s logos', async () => {
  await send(blue);
  await browser.open('/portal/my-data');
  const answer = await browser.send('/portal/my-data', {});
  expect(answer.text).toContain(blueShown);
});
