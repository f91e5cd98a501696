import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { listKnownBrowsers } from '../../shared/sign-in/db/known-browsers.ts';
import {
  anAskingVisitor,
  mailedCode,
  outcomeOf,
  shownText,
  signedIn,
  type Visitor,
} from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const path = '/portal/browsers';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A browser with this user agent, in which the person is signed in. */
async function signedInWith(userAgent: string, person = ada): Promise<Visitor> {
  const browser = await anAskingVisitor(world, person.email);
  const code = await mailedCode(world, person.email);
  const headers = { 'user-agent': userAgent };
  await browser.send('/portal/sign-in/code', { code }, { headers });
  await browser.open('/portal');
  return browser;
}

/** The targets of a page's forms that end a session. */
const endings = (text: string) =>
  [...text.matchAll(/action="(\/portal\/browsers\/[^"]+\/end)"/g)].map(
    ([, action]) => action ?? '',
  );

const isIn = async (browser: Visitor) => (await browser.open('/portal')).status === 200;

async function actionsOf(person: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}`);
  // Operators get the entries in `data`.
  return (body as { data: { action: string; details: object }[] }).data;
}

describe('the list of browsers', () => {
  it('shows the current browser first, then the others, with names without versions', async () => {
    const other = await signedInWith(firefox);
    world.clock.now += 60_000;
    const mine = await signedInWith('curl/8.5.0');
    const text = shownText(await mine.open(path));
    expect(text).toMatch(/This browser: a browser .*Firefox on Windows .*Sign out/);
    expect(text).not.toMatch(/\b145\b/);
    expect(endings((await mine.open(path)).text)).toHaveLength(1);
    expect(await isIn(other)).toBe(true);
  });

  it('is also available in Spanish', async () => {
    await signedInWith('curl/8.5.0 Linux');
    const mine = await signedInWith(firefox);
    mine.cookies.set('registry_language', 'es');
    const text = shownText(await mine.open(path));
    expect(text).toMatch(/Este navegador: Firefox en Windows .*Un navegador en Linux /);
    expect(text).not.toMatch(/A browser| on /);
  });

  it('shows when a browser signed in and was last used', async () => {
    const other = await signedInWith(firefox);
    const began = new Date(world.clock.now).toISOString();
    world.clock.now += 3_600_000;
    await other.open('/portal');
    const used = new Date(world.clock.now).toISOString();
    const mine = await signedIn(world, ada.email);
    const { text } = await mine.open(path);
    expect(text).toContain(`datetime="${began}"`);
    expect(text).toContain(`datetime="${used}"`);
  });

  it('leaves out sessions that were signed out, replaced or idle', async () => {
    const out = await signedInWith(firefox);
    await out.send('/portal/sign-out', {});
    const replaced = await signedInWith(firefox);
    await signedIn(world, ada.email, replaced);
    await replaced.send('/portal/sign-out', {});
    await signedInWith(firefox);
    world.clock.now += 7_200_000;
    const mine = await signedIn(world, ada.email);
    expect(shownText(await mine.open(path))).toContain('You’re not signed in anywhere else');
  });

  it('does not show other people’s browsers', async () => {
    await signedInWith(firefox);
    const bob = await signedIn(world, (await aResident(world)).email);
    expect(shownText(await bob.open(path))).toContain('You’re not signed in anywhere else');
  });
});

describe('ending a browser’s session', () => {
  it('signs it out immediately, forgets the browser and is recorded in the audit trail', async () => {
    const other = await signedInWith(firefox);
    const mine = await signedIn(world, ada.email);
    const [action = ''] = endings((await mine.open(path)).text);
    expect(outcomeOf(await mine.send(action, {}))).toEqual({ status: 303, location: path });
    expect(await isIn(other)).toBe(false);
    expect(await isIn(mine)).toBe(true);
    expect(await listKnownBrowsers(world.table, ada.id)).toHaveLength(1);
    const ended = (await actionsOf(ada)).filter((entry) => entry.action === 'person.browser_ended');
    expect(ended).toEqual([
      expect.objectContaining({
        actor: { kind: 'person', id: ada.id, personId: ada.id },
        details: { sessionId: expect.any(String) },
      }),
    ]);
  });

  it('is recorded once, even if it is sent five times', async () => {
    await signedInWith(firefox);
    const mine = await signedIn(world, ada.email);
    const [action = ''] = endings((await mine.open(path)).text);
    const answers = await Promise.all(Array.from({ length: 5 }, () => mine.send(action, {})));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    const ended = (await actionsOf(ada)).filter((entry) => entry.action === 'person.browser_ended');
    expect(ended).toHaveLength(1);
  });

  it('has no effect on someone else’s session', async () => {
    const other = await signedInWith(firefox);
    const mine = await signedIn(world, ada.email);
    const [action = ''] = endings((await mine.open(path)).text);
    const bob = await signedIn(world, (await aResident(world)).email);
    expect((await bob.send(action, {})).status).toBe(303);
    expect(await isIn(other)).toBe(true);
  });

  it('is refused without the CSRF token', async () => {
    const other = await signedInWith(firefox);
    const mine = await signedIn(world, ada.email);
    const [action = ''] = endings((await mine.open(path)).text);
    expect((await mine.send(action, {}, { csrf: null })).status).toBe(403);
    expect((await mine.send(`${path}/end-others`, {}, { csrf: null })).status).toBe(403);
    expect(await isIn(other)).toBe(true);
  });

  it('does not forget the current browser if the other session is in the same one', async () => {
    const mine = await signedIn(world, ada.email);
    mine.cookies.delete('registry_session');
    await signedIn(world, ada.email, mine);
    const before = await listKnownBrowsers(world.table, ada.id);
    const [action = ''] = endings((await mine.open(path)).text);
    await mine.send(action, {});
    expect(await listKnownBrowsers(world.table, ada.id)).toEqual(before);
    expect(before).toHaveLength(1);
  });
});

describe('ending all other sessions', () => {
  it('signs out every other browser and forgets it', async () => {
    const others = [await signedInWith(firefox), await signedInWith(firefox)];
    const left = await signedInWith(firefox);
    await left.send('/portal/sign-out', {});
    const mine = await signedIn(world, ada.email);
    expect(await listKnownBrowsers(world.table, ada.id)).toHaveLength(4);
    await mine.open(path);
    expect(outcomeOf(await mine.send(`${path}/end-others`, {}))).toEqual({
      status: 303,
      location: path,
    });
    for (const other of others) expect(await isIn(other)).toBe(false);
    expect(await isIn(mine)).toBe(true);
    expect(await listKnownBrowsers(world.table, ada.id)).toHaveLength(1);
    const ended = (await actionsOf(ada)).filter((entry) => entry.action === 'person.browser_ended');
    expect(ended).toHaveLength(2);
  });

  it('deletes them from the table', async () => {
    await signedInWith(firefox);
    const mine = await signedIn(world, ada.email);
    await mine.open(path);
    await mine.send(`${path}/end-others`, {});
    const { pk } = keys.person(ada.id);
    expect(await readAll(world.table, { value: pk, prefix: 'SESSION#' })).toHaveLength(1);
  });
});

it('the list of browsers requires a sign-in', async () => {
  const { location } = outcomeOf(await visitor(world.baseUrl).open(path));
  expect(location).toBe('/portal/sign-in?next=%2Fportal%2Fbrowsers');
});

it('the list of browsers needs two table reads, and a third one if there are others', async () => {
  const browser = await signedInWith(firefox);
  const asked = async () => {
    world.proxy.calls.reset();
    expect((await browser.open(path)).status).toBe(200);
    return world.proxy.calls.list().map(({ operation }) => operation);
  };
  expect(await asked()).toEqual(['BatchGetItem', 'Query']);
  await signedInWith(firefox);
  expect(await asked()).toEqual(['BatchGetItem', 'Query', 'BatchGetItem']);
});
