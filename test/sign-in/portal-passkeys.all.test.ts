import { createHash, generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { listPasskeys } from '../../shared/sign-in/db/passkeys.ts';
import { listSessions } from '../../shared/sign-in/db/sessions.ts';
import { removePasskey } from '../../shared/sign-in/usecases/passkeys.ts';
import { anAuthenticator, ecKey, edKey, rsaKey } from '../support/authenticator.ts';
import { justBefore } from '../support/just-before.ts';
import { addPasskey, askedOf, ceremonyOn, sendPasskey, usePasskey } from '../support/passkeys.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;
let mine: Visitor;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  mine = await signedIn(world, ada.email);
});

const path = '/portal/passkeys';
const isIn = async (browser: Visitor) => (await browser.open('/portal')).status === 200;
const passkeys = () => listPasskeys(world.table, ada.id);

/** The audit entries about passkeys and sign-ins with them, oldest first. */
async function trailOf(person: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}`);
  // Operators get the entries in `data`.
  const { data } = body as { data: { action: string; details: Record<string, unknown> }[] };
  return data
    .toReversed()
    .filter(({ action, details }) => /passkey/.test(action) || 'passkeyId' in details)
    .map(({ action, details }) => ({ action, details }));
}

const subjectsTo = async (person: Person) => {
  await world.settle();
  return world.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject);
};

const anRsaKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
const anEdKey = () => String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x);

describe('adding a passkey', () => {
  it('stores its public key under a name, emails its owner and is recorded in the audit trail', async () => {
    await addPasskey(world, mine, { name: 'phone' });
    const [passkey, ...others] = await passkeys();
    expect(others).toEqual([]);
    expect(passkey).toMatchObject({
      name: 'phone',
      personId: ada.id,
      signCount: 0,
      synced: false,
      transports: ['usb'],
      lastUsedAt: null,
      suspendedAt: null,
    });
    const list = shownText(await mine.open(path));
    expect(list).toContain('Passkey added You can sign in with “phone” from now on.');
    world.clock.now += 60_000;
    expect(shownText(await mine.open(path))).not.toContain('Passkey added');
    expect(list).toContain('On one device or security key');
    expect(await subjectsTo(ada)).toContain('A passkey was added to your account');
    expect(await trailOf(ada)).toEqual([
      { action: 'person.passkey_added', details: { passkeyId: passkey?.id, synced: false } },
    ]);
  });

  it('requires a sign-in within the last 15 minutes, before and after the ceremony', async () => {
    const asked = ceremonyOn(await mine.open(`${path}/new`));
    world.clock.now += 900_001;
    const back = `/portal/sign-in?next=${encodeURIComponent(`${path}/new`)}&reason=passkey`;
    expect(outcomeOf(await mine.open(`${path}/new`))).toEqual({ status: 303, location: back });
    const response = anAuthenticator().create(askedOf(world, asked));
    const sent = await mine.send(`${path}/new`, { handle: asked.handle, response });
    expect(outcomeOf(sent)).toEqual({ status: 303, location: `${back}&unsent=form` });
    expect(await passkeys()).toEqual([]);
  });

  it('requests a discoverable credential with user verification', async () => {
    const answer = await mine.open(`${path}/new`);
    const first = await addPasskey(world, mine);
    const { options } = ceremonyOn(await mine.open(`${path}/new`));
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Test Jurisdiction' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: first.id, transports: ['usb'] }],
      timeout: 300_000,
    });
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(answer.text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
  });

  it.each([
    [
      'a point off its curve',
      { cose: ecKey({ x: 'AQ'.padEnd(43, 'A'), y: 'AQ'.padEnd(43, 'A') }) },
    ],
    ['an RSA key of 1,024 bits', { cose: rsaKey(anRsaKey(1_024)) }],
    ['an RSA key with the exponent 1', { cose: rsaKey({ ...anRsaKey(2_048), e: 'AQ' }) }],
    [
      'a point of Ed25519 of order one',
      { cose: edKey(Buffer.from(`01${'00'.repeat(31)}`, 'hex')) },
    ],
    ['an id of 1,024 bytes', { idBytes: 1_024 }],
  ])('refuses %s', async (_, made) => {
    const answer = await sendPasskey(world, mine, anAuthenticator(made));
    expect(answer.status).toBe(400);
    expect(await passkeys()).toEqual([]);
  });

  it.each([
    ['RSA', () => rsaKey(anRsaKey(2_048))],
    ['Ed25519', () => edKey(Buffer.from(anEdKey(), 'base64url'))],
  ])('accepts a valid %s key', async (_, key) => {
    expect((await sendPasskey(world, mine, anAuthenticator({ cose: key() }))).status).toBe(303);
  });

  it.each([
    ['another origin', { origin: 'https://registry.evil.example' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a use instead of a creation', { type: 'webauthn.get' }],
    ['no verified user', { userVerified: false }],
    ['no user', { userPresent: false, userVerified: false }],
    ['a frame of another origin', { crossOrigin: true }],
  ])('refuses %s', async (_, wrong) => {
    const answer = await sendPasskey(world, mine, anAuthenticator(), wrong);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('We cannot accept the passkey from your browser');
    expect(await passkeys()).toEqual([]);
  });

  it.each(['', '{', '[]', '{"id":"x"}', '"'.repeat(100)])(
    'refuses %j as a response',
    async (response) => {
      const { handle } = ceremonyOn(await mine.open(`${path}/new`));
      const answer = await mine.send(`${path}/new`, { handle, response });
      expect(answer.status).toBe(400);
      expect(await passkeys()).toEqual([]);
    },
  );

  it('accepts a response once, even if it is sent five times at the same time', async () => {
    const asked = ceremonyOn(await mine.open(`${path}/new`));
    const response = anAuthenticator().create(askedOf(world, asked));
    const fields = { handle: asked.handle, response };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => mine.send(`${path}/new`, fields)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400]);
    // Another authenticator answers the same challenge.
    const other = anAuthenticator().create(askedOf(world, asked));
    const late = await mine.send(`${path}/new`, { handle: asked.handle, response: other });
    expect(shownText(late)).toContain('was already submitted');
    expect(await passkeys()).toHaveLength(1);
  });

  it('refuses a challenge after five minutes, from another session or from a sign-in', async () => {
    const asked = ceremonyOn(await mine.open(`${path}/new`));
    const response = anAuthenticator().create(askedOf(world, asked));
    const other = await signedIn(world, ada.email);
    await other.open(`${path}/new`);
    const elsewhere = await other.send(`${path}/new`, { handle: asked.handle, response });
    expect(shownText(elsewhere)).toContain('belongs to another sign-in');
    world.clock.now += 300_000;
    await mine.open(`${path}/new`);
    const late = await mine.send(`${path}/new`, { handle: asked.handle, response });
    expect(shownText(late)).toContain('more than five minutes');
    const signIn = ceremonyOn(await visitor(world.baseUrl).open('/portal/sign-in'));
    await mine.open(`${path}/new`);
    const foreign = await mine.send(`${path}/new`, { handle: signIn.handle, response });
    expect(foreign.status).toBe(400);
    expect(await passkeys()).toEqual([]);
  });

  it('reserves a credential id for one account, permanently', async () => {
    const authenticator = await addPasskey(world, mine);
    const bob = await aResident(world);
    const his = await signedIn(world, bob.email);
    const answer = await sendPasskey(world, his, authenticator);
    expect(shownText(answer)).toContain('has already been used for an account');
    const [passkey] = await passkeys();
    await mine.open(`${path}/${passkey?.id}/remove`);
    await mine.send(`${path}/${passkey?.id}/remove`, {});
    expect((await sendPasskey(world, mine, authenticator)).status).toBe(400);
    expect(await listPasskeys(world.table, bob.id)).toEqual([]);
  });

  it('accepts at most ten', async () => {
    for (let made = 0; made < 10; made += 1) await addPasskey(world, mine);
    const answer = await sendPasskey(world, mine, anAuthenticator());
    expect(shownText(answer)).toContain('You have 10 passkeys, which is the maximum');
    expect(shownText(await mine.open(path))).toContain('which is the maximum');
    expect(await passkeys()).toHaveLength(10);
  });
});

describe('signing in with a passkey', () => {
  it('leads to the requested page, in a session that records the passkey', async () => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 60_000;
    const browser = visitor(world.baseUrl);
    const answer = await usePasskey(world, browser, authenticator, {}, '/portal/browsers');
    expect(outcomeOf(answer)).toEqual({ status: 303, location: '/portal/browsers' });
    expect(await isIn(browser)).toBe(true);
    const [newest] = await listSessions(world.table, ada.id);
    expect(newest?.session).toMatchObject({
      amr: ['hwk', 'user', 'mfa'],
      authTime: new Date(world.clock.now).toISOString(),
    });
    const [passkey] = await passkeys();
    expect(passkey).toMatchObject({ signCount: 1, lastUsedAt: newest?.session.authTime });
    expect((await trailOf(ada)).at(-1)).toEqual({
      action: 'person.signed_in',
      details: { passkeyId: passkey?.id },
    });
    // The verification of the email address does not change.
    expect((await getItem(world.table, keys.person(ada.id)))?.['emailVerified']).toBe(true);
  });

  it('records a synced passkey as a software key', async () => {
    const authenticator = anAuthenticator({ counts: false, synced: true });
    await addPasskey(world, mine, { authenticator });
    const browser = visitor(world.baseUrl);
    for (let time = 0; time < 2; time += 1) {
      world.clock.now += 1_000;
      expect((await usePasskey(world, browser, authenticator)).status).toBe(303);
    }
    const [newest] = await listSessions(world.table, ada.id);
    expect(newest?.session.amr).toEqual(['swk', 'user', 'mfa']);
    expect(await passkeys()).toMatchObject([{ synced: true, signCount: 0 }]);
  });

  it('leads only to paths of this registry', async () => {
    const authenticator = await addPasskey(world, mine);
    const browser = visitor(world.baseUrl);
    const answer = await usePasskey(world, browser, authenticator, {}, '//evil.example');
    expect(outcomeOf(answer)).toEqual({ status: 303, location: '/portal' });
  });

  it.each([
    ['another origin', { origin: 'https://registry.evil.example' }],
    ['another origin of the same site', { origin: 'http://evil.localhost' }],
    ['another RP ID', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['a creation instead of a use', { type: 'webauthn.create' }],
    ['no verified user', { userVerified: false }],
    ['a frame of another origin', { crossOrigin: true }],
    [
      'someone else’s user handle',
      { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') },
    ],
    ['an invalid user handle', { userHandle: 'AAAA' }],
    ['a changed backup eligibility', { backupEligible: true }],
  ])('refuses %s', async (_, wrong) => {
    const authenticator = await addPasskey(world, mine);
    const browser = visitor(world.baseUrl);
    const answer = await usePasskey(world, browser, authenticator, wrong);
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('This passkey does not work here');
    expect(await isIn(browser)).toBe(false);
    expect(await passkeys()).toMatchObject([{ signCount: 0, suspendedAt: null }]);
  });

  it('refuses another key’s signature under a known credential id', async () => {
    const authenticator = await addPasskey(world, mine);
    const browser = visitor(world.baseUrl);
    const asked = ceremonyOn(await browser.open('/portal/sign-in'));
    const other = anAuthenticator();
    const userHandle = Buffer.from(ada.id).toString('base64url');
    const forged = JSON.parse(other.use({ ...askedOf(world, asked), userHandle }));
    const response = JSON.stringify({ ...forged, id: authenticator.id, rawId: authenticator.id });
    const answer = await browser.send('/portal/passkeys/sign-in', {
      handle: asked.handle,
      response,
    });
    expect(answer.status).toBe(400);
    expect(await isIn(browser)).toBe(false);
  });

  it('accepts a response once, in the same browser, within five minutes', async () => {
    const authenticator = await addPasskey(world, mine);
    const browser = visitor(world.baseUrl);
    const asked = ceremonyOn(await browser.open('/portal/sign-in'));
    const fields = { handle: asked.handle, response: authenticator.use(askedOf(world, asked)) };
    const thief = visitor(world.baseUrl);
    await thief.open('/portal/sign-in');
    const stolen = await thief.send('/portal/passkeys/sign-in', fields);
    expect(shownText(stolen)).toContain('Try again');
    const before = (await listSessions(world.table, ada.id)).length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.send('/portal/passkeys/sign-in', fields)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400, 400, 400]);
    const again = await browser.send('/portal/passkeys/sign-in', fields);
    expect(again.status).toBe(400);
    expect(await listSessions(world.table, ada.id)).toHaveLength(before + 1);
    const slow = visitor(world.baseUrl);
    const late = ceremonyOn(await slow.open('/portal/sign-in'));
    const response = authenticator.use(askedOf(world, late));
    world.clock.now += 300_000;
    const lapsed = await slow.send('/portal/passkeys/sign-in', { handle: late.handle, response });
    expect(shownText(lapsed)).toContain('more than five minutes');
  });

  it.each([
    ['back', 3],
    ['not forward', 5],
    ['to zero', 0],
  ])('suspends a passkey whose counter goes %s, and emails its owner', async (_, signCount) => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 1_000;
    await usePasskey(world, visitor(world.baseUrl), authenticator, { signCount: 5 });
    world.clock.now += 1_000;
    const copied = visitor(world.baseUrl);
    const answer = await usePasskey(world, copied, authenticator, { signCount });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('There may be a copy of it');
    expect(await isIn(copied)).toBe(false);
    const [passkey] = await passkeys();
    expect(passkey).toMatchObject({ signCount: 5, suspendedAt: expect.any(String) });
    expect((await trailOf(ada)).at(-1)).toEqual({
      action: 'person.passkey_suspended',
      details: { passkeyId: passkey?.id, signCount, before: 5 },
    });
    expect(await subjectsTo(ada)).toContain('A passkey on your account no longer works');
    // The refused person may be the owner, after the copy was used.
    const [mail] = world.mails.filter(({ to }) => to === ada.email).slice(-1);
    expect(mail?.text).toContain('sign out all other browsers');
    // It stays suspended even if the counter continues: this may be the copy.
    const later = await usePasskey(world, visitor(world.baseUrl), authenticator, { signCount: 9 });
    expect(shownText(later)).toContain('is no longer accepted');
    expect(shownText(await mine.open(path))).toContain('Passkey no longer accepted');
  });

  it('does not suspend it for a late response from before its last use', async () => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 1_000;
    const slow = visitor(world.baseUrl);
    const asked = ceremonyOn(await slow.open('/portal/sign-in'));
    const response = authenticator.use(askedOf(world, asked));
    world.clock.now += 1_000;
    expect((await usePasskey(world, visitor(world.baseUrl), authenticator)).status).toBe(303);
    world.clock.now += 1_000;
    const late = await slow.send('/portal/passkeys/sign-in', { handle: asked.handle, response });
    expect(late.status).toBe(400);
    expect(shownText(late)).toContain('Try again');
    expect(await isIn(slow)).toBe(false);
    expect(await passkeys()).toMatchObject([{ signCount: 2, suspendedAt: null }]);
    expect((await usePasskey(world, slow, authenticator)).status).toBe(303);
  });

  it('signs out the sessions of a suspended passkey, and no others', async () => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 1_000;
    const thief = visitor(world.baseUrl);
    await usePasskey(world, thief, authenticator, { signCount: 5 });
    world.clock.now += 1_000;
    await usePasskey(world, visitor(world.baseUrl), authenticator, { signCount: 4 });
    expect(await isIn(thief)).toBe(false);
    expect(await isIn(mine)).toBe(true);
  });

  it('redirects a reload of the response to the sign-in page', async () => {
    const answer = await mine.open('/portal/passkeys/sign-in?next=%2Fportal%2Fbrowsers');
    expect(outcomeOf(answer)).toEqual({
      status: 303,
      location: '/portal/sign-in?next=%2Fportal%2Fbrowsers',
    });
  });

  it('refuses a removed passkey and one of a deactivated account', async () => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 1_000;
    const other = await addPasskey(world, mine);
    const [first] = await passkeys();
    await mine.open(`${path}/${first?.id}/remove`);
    const removed = await mine.send(`${path}/${first?.id}/remove`, {});
    expect(outcomeOf(removed)).toEqual({ status: 303, location: path });
    const refused = await usePasskey(world, visitor(world.baseUrl), authenticator);
    expect(shownText(refused)).toContain('It may have been removed');
    expect((await usePasskey(world, visitor(world.baseUrl), other)).status).toBe(303);
    await world.admin('POST', `/persons/${ada.id}/deactivate`, { reason: 'test' });
    const after = await usePasskey(world, visitor(world.baseUrl), other);
    expect(after.status).toBe(400);
  });

  it('works after a changed email address and after a reactivation', async () => {
    const authenticator = await addPasskey(world, mine);
    await world.admin('PATCH', `/persons/${ada.id}`, { email: `new-${ada.email}` });
    expect(await isIn(mine)).toBe(false);
    expect((await usePasskey(world, mine, authenticator)).status).toBe(303);
    await world.admin('POST', `/persons/${ada.id}/deactivate`, { reason: 'test' });
    await world.admin('POST', `/persons/${ada.id}/reactivate`, {});
    expect(await isIn(mine)).toBe(false);
    expect((await usePasskey(world, mine, authenticator)).status).toBe(303);
    expect(await isIn(mine)).toBe(true);
  });

  it('leaves no session if the passkey is removed at the same time', async () => {
    const authenticator = await addPasskey(world, mine);
    const browser = visitor(world.baseUrl);
    const asked = ceremonyOn(await browser.open('/portal/sign-in'));
    const response = authenticator.use(askedOf(world, asked));
    const [passkey] = await passkeys();
    await mine.open(`${path}/${passkey?.id}/remove`);
    const [use, removal] = await Promise.all([
      browser.send('/portal/passkeys/sign-in', { handle: asked.handle, response }),
      mine.send(`${path}/${passkey?.id}/remove`, {}),
    ]);
    expect([303, 400]).toContain(use.status);
    expect(removal.status).toBe(303);
    // Whichever came first, no session of a removed passkey is left.
    expect(await isIn(browser)).toBe(false);
    expect(await passkeys()).toEqual([]);
  });

  it('leaves no session if it happens right before the removal', async () => {
    const authenticator = await addPasskey(world, mine);
    world.clock.now += 1_000;
    const [passkey] = await passkeys();
    if (passkey === undefined) throw new Error('set-up: there is no passkey');
    const browser = visitor(world.baseUrl);
    let use = 0;
    const table = justBefore(world.deps.table, async () => {
      use = (await usePasskey(world, browser, authenticator)).status;
    });
    expect(await removePasskey(passkey, personActor(ada.id), { ...world.deps, table })).toBe(
      'removed',
    );
    expect([use, await isIn(browser)]).toEqual([303, false]);
  });

  it('ends the browser’s previous session', async () => {
    const authenticator = await addPasskey(world, mine);
    const former = mine.cookies.get('registry_session') ?? '';
    expect((await usePasskey(world, mine, authenticator)).status).toBe(303);
    const copy = visitor(world.baseUrl);
    copy.cookies.set('registry_session', former);
    expect(await isIn(copy)).toBe(false);
    expect(await isIn(mine)).toBe(true);
  });
});

describe('renaming or removing a passkey', () => {
  it('signs out other browsers that used it, but not the one that removes it', async () => {
    const authenticator = await addPasskey(world, mine);
    const [passkey] = await passkeys();
    world.clock.now += 1_000;
    const [here, there] = [visitor(world.baseUrl), visitor(world.baseUrl)];
    for (const browser of [here, there]) {
      world.clock.now += 1_000;
      await usePasskey(world, browser, authenticator);
    }
    await here.open(`${path}/${passkey?.id}/remove`);
    await here.send(`${path}/${passkey?.id}/remove`, {});
    expect([await isIn(here), await isIn(there), await isIn(mine)]).toEqual([true, false, true]);
    const listed = await listSessions(world.table, ada.id);
    expect(listed).toHaveLength(2);
  });

  it('changes its name', async () => {
    await addPasskey(world, mine);
    const [passkey] = await passkeys();
    const page = `${path}/${passkey?.id}`;
    expect(shownText(await mine.open(page))).toContain('Rename this passkey');
    expect((await mine.send(page, { name: 'in the safe' })).status).toBe(303);
    expect(await passkeys()).toMatchObject([{ name: 'in the safe' }]);
    expect((await mine.send(page, { name: 'x'.repeat(61) })).status).toBe(400);
  });

  it('is recorded and emailed once, even if the removal is sent three times', async () => {
    await addPasskey(world, mine);
    const [passkey] = await passkeys();
    const page = `${path}/${passkey?.id}/remove`;
    await mine.open(page);
    await Promise.all(Array.from({ length: 3 }, () => mine.send(page, {})));
    const removals = (await trailOf(ada)).filter(({ action }) => /removed/.test(action));
    expect(removals).toHaveLength(1);
    const mails = (await subjectsTo(ada)).filter((subject) => /was removed/.test(subject));
    expect(mails).toHaveLength(1);
  });

  it('requires a sign-in within the last 15 minutes to remove it', async () => {
    await addPasskey(world, mine);
    const [passkey] = await passkeys();
    await mine.open(path);
    world.clock.now += 900_001;
    const { status } = await mine.send(`${path}/${passkey?.id}/remove`, {});
    expect(status).toBe(303);
    expect(await passkeys()).toHaveLength(1);
  });

  it('returns 404 for someone else’s passkey', async () => {
    await addPasskey(world, mine);
    const [passkey] = await passkeys();
    const bob = await signedIn(world, (await aResident(world)).email);
    await bob.open(path);
    for (const page of [`${path}/${passkey?.id}`, `${path}/${passkey?.id}/remove`]) {
      expect((await bob.open(page)).status).toBe(404);
    }
    await bob.open(path);
    await bob.send(`${path}/${passkey?.id}/remove`, {});
    expect((await bob.send(`${path}/${passkey?.id}`, { name: 'his' })).status).toBe(404);
    expect(await passkeys()).toMatchObject([{ name: 'key' }]);
  });
});
