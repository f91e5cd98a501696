import { beforeEach, expect, it } from 'vitest';
import { challengeReference, findChallenge } from '../../shared/sign-in/db/sign-in-challenges.ts';
import { anAskingClient, authorizePath, pathTo } from '../support/authorization.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  // The next hour: the counter starts again.
  world.clock.now += 3_600_000;
});

const firefox = {
  headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0' },
};

/** A browser on the sign-in page of an application's request, and the path of that page. */
async function onTheWay(browser = visitor(world.baseUrl)) {
  const client = await anAskingClient(world, { name: 'evil.com/login' });
  const asked = await browser.open(pathTo(await browser.open(authorizePath(client))));
  const path = pathTo(asked);
  await browser.open(path);
  return { browser, path };
}

async function mailTo(email: string) {
  await world.settle();
  const mail = world.mails.findLast(({ to }) => to === email);
  if (mail === undefined) throw new Error('no mail came');
  return mail;
}

it('the sign-in email names the time, the browser and the application', async () => {
  const { email } = await aResident(world);
  const { browser, path } = await onTheWay();
  const at = new Date(world.clock.now).toISOString();
  await browser.send(path, { email }, firefox);
  const { subject, text } = await mailTo(email);
  expect(subject).toBe(`Your sign-in code, requested at ${at.slice(11, 19)} UTC`);
  expect(text).toMatch(/\n\n {4}\d{6}\n\n/);
  expect(text).toContain(
    ' with Firefox on Windows. This browser has not signed in to your account before. After you sign in, you continue to the application “evil.\u200ccom/login”.',
  );
  expect(text).not.toMatch(/127\.0|::1/);
  const challenge = await findChallenge(
    world.table,
    challengeReference(browser.cookies.get('registry_sign_in') ?? ''),
  );
  expect(JSON.stringify(challenge)).not.toMatch(/127\.0|::1|Firefox\//);
});

it('the sign-in email mentions a known browser, and no application without one', async () => {
  const { email } = await aResident(world);
  const browser = await signedIn(world, email);
  await browser.open('/portal/sign-in');
  await browser.send('/portal/sign-in', { email });
  const { text } = await mailTo(email);
  expect(text).toContain(' with a browser. This browser has signed in to your account before.\n');
  expect(text).not.toContain('application');
});

it('each sign-in email has its own reference', async () => {
  const { email } = await aResident(world);
  const browser = visitor(world.baseUrl);
  await browser.open('/portal/sign-in');
  const references = new Set<string>();
  for (let time = 0; time < 2; time += 1) {
    await browser.send('/portal/sign-in', { email });
    references.add((await mailTo(email)).reference);
  }
  expect(references.size).toBe(2);
});
