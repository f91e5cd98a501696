import { beforeEach, describe, expect, it } from 'vitest';
import { addPasskey, usePasskey } from '../support/passkeys.ts';
import { anAskingVisitor, mailedCode, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
let ada: Person;
beforeEach(async () => {
  world.clock.now = Date.parse('2026-03-02T09:05:00.000Z') + (world.clock.now % 1000);
  ada = await aResident(world);
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
/** Ada's emails about browsers. */
async function emails() {
  await world.settle();
  return world.mails.filter(
    ({ to, subject }) => to === ada.email && /browser|navegador/.test(subject),
  );
}
async function signIn(browser?: Visitor, userAgent = firefox): Promise<Visitor> {
  const used = await anAskingVisitor(world, ada.email, '', browser);
  const code = await mailedCode(world, ada.email);
  await used.send('/portal/sign-in/code', { code }, { headers: { 'user-agent': userAgent } });
  await used.open('/portal');
  return used;
}

describe('a new-browser email', () => {
  it('names the time, the browser and the page to end its session', async () => {
    await signIn();
    expect(await emails()).toEqual([]);
    await signIn();
    const [mail, ...others] = await emails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('A new browser signed in to your account');
    expect(mail?.text).toContain('09:05:00 UTC');
    expect(mail?.text).toContain('with Firefox on Windows.');
    expect(mail?.text).toContain(`${world.baseUrl}/portal/browsers`);
    expect(mail?.text).not.toMatch(/\b145\b|127\.0\.0\.1/);
  });

  it('is not sent for a known browser, unless it was signed out from another one', async () => {
    const first = await signIn();
    const second = await signIn();
    await signIn(first);
    await signIn(second);
    expect(await emails()).toHaveLength(1);
    await first.open('/portal/browsers');
    await first.send('/portal/browsers/end-others', {});
    await signIn(second);
    expect(await emails()).toHaveLength(2);
  });

  it('is also sent for a sign-in with a passkey', async () => {
    const first = await signIn();
    const passkey = await addPasskey(world, first);
    await usePasskey(world, visitor(world.baseUrl), passkey);
    expect(await emails()).toHaveLength(1);
    await usePasskey(world, first, passkey);
    expect(await emails()).toHaveLength(1);
  });

  it('is in Spanish for a person who uses Spanish', async () => {
    await signIn();
    const browser = visitor(world.baseUrl);
    browser.cookies.set('registry_language', 'es');
    await signIn(browser, 'curl/8.5.0');
    const [mail] = await emails();
    expect(mail?.subject).toBe('Un navegador nuevo inició sesión en su cuenta');
    expect(mail?.text).toContain('en su cuenta con un navegador.');
  });

  it('is not sent after a wrong code', async () => {
    await signIn();
    const stranger = await anAskingVisitor(world, ada.email);
    await stranger.send('/portal/sign-in/code', { code: '000000' });
    expect(await emails()).toEqual([]);
  });
});

it('two new browsers that sign in at the same time cause one email each', async () => {
  await signedIn(world, ada.email);
  const [one, other] = [await anAskingVisitor(world, ada.email), visitor(world.baseUrl)];
  const code = await mailedCode(world, ada.email);
  await anAskingVisitor(world, ada.email, '', other);
  const newer = await mailedCode(world, ada.email);
  await Promise.all([
    one.send('/portal/sign-in/code', { code }),
    other.send('/portal/sign-in/code', { code: newer }),
  ]);
  expect(await emails()).toHaveLength(2);
});
