import { beforeEach, describe, expect, it } from 'vitest';
import { mailedCode, outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const id = '00000000-0000-4000-8000-000000000000';
const guarded = [
  ['key', '/portal/developer/keys/new'],
  ['key', `/portal/developer/keys/${id}/revoke`],
  ['key', `/portal/developer/keys/${id}/rotate`],
  ['will', '/portal/developer/manifestation'],
  ['will', '/portal/developer/manifestation/revoke'],
  ['connection', `/portal/connections/${id}/legal-entities`],
  ['connection', '/oauth/device'],
  ['signature', `/portal/legal-entities/${id}/amendments/${id}/sign`],
] as const;
const free = ['/portal', '/portal/developer', '/portal/connections', '/portal/browsers'];

const minutes = (count: number) => {
  world.clock.now += count * 60_000;
};
const toSignIn = (next: string, reason: string, unsent = false) => ({
  status: 303,
  location: `/portal/sign-in?${new URLSearchParams({ next, reason, ...(unsent && { unsent: 'form' }) })}`,
});

async function signInAgain(browser: Visitor, address: string) {
  await browser.open(address);
  await browser.send(address, { email: ada.email });
  const codePath = `/portal/sign-in/code?${new URLSearchParams({
    next: new URL(address, world.baseUrl).searchParams.get('next') ?? '',
  })}`;
  await browser.open(codePath);
  return browser.send(codePath, { code: await mailedCode(world, ada.email) });
}

describe('a sign-in that is older than 15 minutes', () => {
  it.each(guarded)('must be repeated, with the reason “%s”, for %s', async (again, path) => {
    const browser = await signedIn(world, ada.email);
    minutes(15);
    const still = outcomeOf(await browser.open(path));
    expect(String(still.location)).not.toContain('/portal/sign-in');
    world.clock.now += 1;
    expect(outcomeOf(await browser.open(path))).toEqual(toSignIn(path, again));
    expect(outcomeOf(await browser.send(path, {}))).toEqual(toSignIn(path, again, true));
  });

  it.each(free)('is enough for %s', async (path) => {
    const browser = await signedIn(world, ada.email);
    minutes(100);
    expect((await browser.open(path)).status).toBe(200);
  });

  it('is enough to end an application’s access and to sign out other browsers', async () => {
    const other = await signedIn(world, ada.email);
    const browser = await signedIn(world, ada.email);
    minutes(60);
    await browser.open('/portal');
    expect(outcomeOf(await browser.send(`/portal/connections/${id}/revoke`, {}))).toEqual({
      status: 303,
      location: '/portal/connections',
    });
    expect((await browser.send('/portal/browsers/end-others', {})).status).toBe(303);
    expect((await other.open('/portal')).status).toBe(303);
  });

  it('creates no key; the sign-in page explains why and leads back to the form', async () => {
    const browser = await signedIn(world, ada.email);
    const { text } = await browser.open('/portal/developer/keys/new');
    const formId = /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
    minutes(16);
    const form = { label: 'mine', kind: 'standard', formId };
    const { location } = outcomeOf(await browser.send('/portal/developer/keys/new', form));
    const page = await browser.open(String(location));
    expect(shownText(page)).toContain(
      'Please sign in again to create, rotate or revoke an API key',
    );
    expect(shownText(page)).toContain('We have not carried out your last action yet');
    expect(page.text).toContain(`value="${ada.email}"`);
    const { body } = await world.admin('GET', `/persons/${ada.id}/api_keys`);
    expect(JSON.stringify(body)).not.toContain('mine');
    const back = await signInAgain(browser, String(location));
    expect(outcomeOf(back)).toEqual({ status: 303, location: '/portal/developer/keys/new' });
    expect((await browser.open('/portal/developer/keys/new')).status).toBe(200);
  });
});

describe('the sign-in page', () => {
  it.each(['evil', '<b>', '', 'constructor'])('ignores the unknown reason %j', async (again) => {
    const browser = await signedIn(world, ada.email);
    const page = await browser.open(`/portal/sign-in?${new URLSearchParams({ again })}`);
    expect(page.status).toBe(200);
    expect(shownText(page)).not.toContain('Please sign in again');
    expect(page.text).not.toContain(ada.email);
  });
});
