import { beforeEach, describe, expect, it } from 'vitest';
import { agentScopes, canWrite } from '../../shared/kernel/domain/scopes.ts';
import { maxActiveKeys } from '../../shared/people/domain/person.ts';
import { unknownId } from '../support/admin.ts';
import { outcomeOf, shownText, signedIn, sortsIn, type Visitor } from '../support/portal.ts';
import { aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  // Entries from a test are newer than those from its setup.
  world.clock.now += 1_000;
});

const settings = '/portal/developer';
const newKey = `${settings}/keys/new`;
const will = `${settings}/manifestation`;
const toSettings = { status: 303, location: settings };

interface Key {
  readonly id: string;
  readonly kind: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly revokedAt: string | null;
}

async function keysOf(person: Person): Promise<readonly Key[]> {
  const { body } = await world.admin('GET', `/persons/${person.id}/api_keys`);
  // Operators get the keys in `data`.
  return (body as { data: Key[] }).data;
}

async function trailOf(person: Person, action: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}&action=${action}`);
  // Operators get the entries in `data`.
  return (body as { data: { actor: object; details: object }[] }).data;
}

const formIdIn = ({ text }: PageAnswer) => /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
const secretIn = ({ text }: PageAnswer) => /\b[sa]k-[0-9A-Za-z]{49}\b/.exec(text)?.[0] ?? '';
const scopesIn = ({ text }: PageAnswer) =>
  Array.from(text.matchAll(/name="scope" type="checkbox" value="([^"]+)"/g), ([, scope]) => scope);
const whoami = (key: string) => world.call('GET', '/api/v1/whoami', { key });

/** Opens the form and submits it. */
async function create(fields: Readonly<Record<string, string | readonly string[]>>) {
  const formId = formIdIn(await browser.open(newKey));
  const holder = fields['kind'] === 'agent' ? 'Analytical Engines Ltd.' : '';
  return browser.send(newKey, { formId, holder, ...fields });
}

async function sign(...agreements: string[]) {
  await browser.open(will);
  return browser.send(will, {
    acceptedAgreement: agreements,
    signerName: 'Ada Lovelace',
    agree: 'yes',
  });
}

describe('Settings → Developer', () => {
  it('lists the keys newest first with their details, and never a secret', async () => {
    world.clock.now += 60_000;
    const answered = await create({
      kind: 'agent',
      label: 'Back <office>',
      scope: 'agent:verify_rpn',
    });
    const page = await browser.open(settings);
    const text = shownText(page);
    expect(text).toMatch(
      /Back &lt;office&gt; … ?.{4} Active Agent Key Held by Analytical Engines Ltd\. 1 scope agent:verify_rpn Never .* Key ending in .{4} … ?.{4} Active Standard Key: can do everything that you can/,
    );
    expect(text).toContain(secretIn(answered).slice(-4));
    // The start of some key occurs in a code now and then.
    for (const key of [secretIn(answered), ada.standardKey]) {
      expect(page.text).not.toContain(key.slice(0, 13));
    }
    expect(page.text).not.toContain('<office>');
  });

  it('shows older keys on further pages', async () => {
    for (let count = 0; count < 51; count += 1) {
      world.clock.now += 1_000;
      const path = `/persons/${ada.id}/api_keys`;
      const { id } = await created(world, path, { kind: 'standard', label: `Key ${count}` });
      await world.admin('DELETE', `${path}/${id}`);
    }
    const first = await browser.open(settings);
    const [, older = ''] = /href="([^"]+)">Older keys/.exec(first.text) ?? [];
    const second = await browser.open(older.replaceAll('&amp;', '&'));
    const rowsIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/<th scope="row">([^<]+)</g), ([, name]) => name);
    expect([first, second].map((page) => rowsIn(page).length)).toEqual([50, 2]);
    expect(second.text).not.toContain('Older keys');
    // A page of a longer list is never sorted by itself.
    const sorted = await browser.open(`${settings}?sort=name`);
    expect([first, second, sorted].flatMap(sortsIn)).toEqual([]);
    expect(rowsIn(sorted)).toEqual(rowsIn(first));
  });

  it('sorts keys by name, last use and creation if one page shows all of them', async () => {
    for (const label of ['Key 10', 'Key 9']) {
      world.clock.now += 1_000;
      await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard', label });
    }
    await whoami(ada.standardKey);
    const at = (query: string) => browser.open(`${settings}${query}`);
    const names = async (query: string) =>
      Array.from((await at(query)).text.matchAll(/<th scope="row">([^<]+)</g), ([, name = '']) =>
        name.replace(/ending in .+/, 'of Ada'),
      );
    expect(sortsIn(await at(''))).toEqual([
      [undefined, `${settings}?sort=name&order=asc`, 'Key'],
      [undefined, `${settings}?sort=used&order=asc`, 'Last used'],
      ['descending', `${settings}?sort=created&order=asc`, 'Created'],
    ]);
    const [ten, nine, own] = ['Key 10', 'Key 9', 'Key of Ada'];
    expect(await names('')).toEqual([nine, ten, own]);
    expect(await names('?sort=created')).toEqual([own, ten, nine]);
    expect(await names('?sort=name')).toEqual([nine, ten, own]);
    expect(await names('?sort=name&order=desc')).toEqual([own, ten, nine]);
    expect(await names('?sort=used&order=asc')).toEqual([nine, ten, own]);
    expect(await names('?sort=used&order=desc')).toEqual([own, nine, ten]);
    expect((await at('?sort=status')).status).toBe(400);
    expect((await at('?sort=used&order=')).status).toBe(400);
  });

  it('accepts any cursor and shows nothing but keys', async () => {
    for (const after of ['!', 'PERSON', '~~~~', 'RESIDENCY#']) {
      const answer = await browser.open(`${settings}?${new URLSearchParams({ after })}`);
      expect(answer.status).toBe(200);
    }
  });
});

describe('creating a key', () => {
  it('shows the key once, in a response that is not cached, and the key works in the API', async () => {
    const answer = await create({ kind: 'standard', label: '  laptop ' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(shownText(answer)).toContain('Copy the key now');
    const secret = secretIn(answer);
    expect(await whoami(secret)).toMatchObject({
      status: 200,
      body: { data: { kind: 'standard', label: 'laptop', ownerId: ada.id } },
    });
    const [, ...others] = answer.text.split(secret);
    expect(others).toHaveLength(1);
    expect((await browser.open(settings)).text).not.toContain(secret);
    expect(JSON.stringify(world.log.lines)).not.toContain(secret);
    const [entry] = await trailOf(ada, 'api_key.issued');
    expect(entry?.actor).toEqual({ kind: 'person', id: ada.id, personId: ada.id });
  });

  it('creates one key per form, even if it is submitted repeatedly, and says so', async () => {
    const before = (await keysOf(ada)).length;
    const formId = formIdIn(await browser.open(newKey));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.send(newKey, { kind: 'standard', formId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    const repeated = answers.find(({ status }) => status === 409);
    expect(repeated && shownText(repeated)).toContain('The key was already created');
    expect(repeated && secretIn(repeated)).toBe('');
    expect(await keysOf(ada)).toHaveLength(before + 1);
  });

  it('gives an Agent Key the scopes that were ticked', async () => {
    const scope = ['agent:verify_rpn', 'agent:registry.search'];
    const answer = await create({ kind: 'agent', scope });
    expect((await whoami(secretIn(answer))).body).toMatchObject({
      data: { kind: 'agent', scopes: scope, label: null },
    });
  });

  it('refuses a Standard Key with 400 if scopes are ticked, because a Standard Key can do everything', async () => {
    const before = await keysOf(ada);
    const answer = await create({ kind: 'standard', scope: 'agent:verify_rpn', label: 'mine' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(
      '<a href="#scope">A Standard Key can do everything that you can.',
    );
    expect(answer.text).toContain('id="scope-error"');
    expect(answer.text).toContain('value="mine"');
    expect(answer.text).toMatch(/value="agent:verify_rpn"[^>]* checked/);
    expect(await keysOf(ada)).toEqual(before);
    const again = await create({ kind: 'standard' });
    expect(again.status).toBe(200);
  });

  it('offers write scopes only while the Manifestation of Will is in force', async () => {
    const reading = agentScopes.filter((scope) => !canWrite([scope]));
    expect(scopesIn(await browser.open(newKey))).toEqual(reading);
    await sign();
    expect(scopesIn(await browser.open(newKey))).toEqual([...agentScopes]);
    const answer = await create({ kind: 'agent', scope: 'agent:entity.application.pay' });
    expect(answer.status).toBe(200);
  });

  it('refuses a write scope without the Manifestation of Will, and says what to do', async () => {
    const before = await keysOf(ada);
    const answer = await create({ kind: 'agent', scope: 'agent:entity.application.pay' });
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain('Sign the Manifestation of Will first');
    expect(await keysOf(ada)).toEqual(before);
  });

  it('refuses more keys than an account can have, and says so', async () => {
    for (let count = 1; count < maxActiveKeys; count += 1) {
      await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    }
    const answer = await create({ kind: 'standard' });
    expect(answer.status).toBe(409);
    expect(shownText(answer)).toContain('You have reached the maximum number of keys');
  });

  it.each([
    ['no kind', {}, ['Choose what the key is for']],
    ['a Partner Key', { kind: 'partner' }, ['Choose what the key is for']],
    [
      'an Agent Key without scopes',
      { kind: 'agent' },
      ['Choose at least one scope for the Agent Key'],
    ],
    ['an unknown scope', { kind: 'agent', scope: 'agent:all' }, ['Choose from the list']],
    ['no id of the form', { kind: 'standard', formId: '' }, ['Open the page again']],
  ])('shows the form again with 400 for %s', async (_, fields, complaints) => {
    const before = await keysOf(ada);
    const answer = await create({ label: '"><b>', ...fields });
    expect(answer.status).toBe(400);
    const summary = /<ul>([\s\S]*?)<\/ul>/.exec(answer.text)?.[1] ?? '';
    expect(Array.from(summary.matchAll(/>([^<]+)<\/a>/g), ([, text]) => text)).toEqual(complaints);
    expect(answer.text).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(await keysOf(ada)).toEqual(before);
  });
});

describe('revoking a key', () => {
  it('asks for confirmation, and refuses the key from then on', async () => {
    const [key] = await keysOf(ada);
    const path = `${settings}/keys/${key?.id}/revoke`;
    expect(shownText(await browser.open(path))).toContain('Revoke this key?');
    expect((await whoami(ada.standardKey)).status).toBe(200);
    expect(outcomeOf(await browser.send(path, {}))).toEqual(toSettings);
    expect((await whoami(ada.standardKey)).status).toBe(401);
    expect(shownText(await browser.open(settings))).toMatch(/Revoked Revoked \d+ \w+ \d{4}/);
    expect(outcomeOf(await browser.open(path))).toEqual(toSettings);
    expect(outcomeOf(await browser.send(path, {}))).toEqual(toSettings);
    expect(await trailOf(ada, 'api_key.revoked')).toHaveLength(1);
  });

  it.each(['revoke', 'rotate'])(
    '%s returns 404 for other people’s keys and unknown ones',
    async (act) => {
      const bob = await aResident(world);
      const [foreign] = await keysOf(bob);
      const formId = formIdIn(await browser.open(newKey));
      for (const id of [foreign?.id, unknownId, 'x']) {
        const path = `${settings}/keys/${id}/${act}`;
        expect((await browser.open(path)).status).toBe(404);
        expect((await browser.send(path, { formId })).status).toBe(404);
      }
      expect((await whoami(bob.standardKey)).status).toBe(200);
    },
  );
});

describe('rotating a key', () => {
  it('creates a new key with the same label and scopes, and revokes the previous one', async () => {
    const scope = ['agent:verify_rpn', 'agent:entity.read'];
    const former = await create({ kind: 'agent', label: 'robot', scope });
    world.clock.now += 1_000;
    const [key] = await keysOf(ada);
    const path = `${settings}/keys/${key?.id}/rotate`;
    const formId = formIdIn(await browser.open(path));
    const answer = await browser.send(path, { formId });
    expect({ status: answer.status, kept: answer.headers.get('cache-control') }).toEqual({
      status: 200,
      kept: 'no-store',
    });
    expect(shownText(answer)).toContain('The previous key no longer works');
    expect((await whoami(secretIn(former))).status).toBe(401);
    expect((await whoami(secretIn(answer))).body).toMatchObject({
      data: { kind: 'agent', label: 'robot', scopes: scope },
    });
    const [next] = await keysOf(ada);
    const details = { kind: 'agent' };
    expect((await trailOf(ada, 'api_key.issued'))[0]?.details).toEqual({
      ...details,
      keyId: next?.id,
      replaces: key?.id,
    });
    expect((await trailOf(ada, 'api_key.revoked'))[0]?.details).toEqual({
      ...details,
      keyId: key?.id,
      replacedBy: next?.id,
    });
    // Submitted again, the form shows neither key and creates none.
    const again = await browser.send(path, { formId });
    expect([again.status, secretIn(again)]).toEqual([409, '']);
    expect(await keysOf(ada)).toHaveLength(3);
  });

  it('creates one key, even if it is requested several times in parallel', async () => {
    const [key] = await keysOf(ada);
    const path = `${settings}/keys/${key?.id}/rotate`;
    const forms = await Promise.all(
      Array.from({ length: 8 }, async () => formIdIn(await browser.open(path))),
    );
    const answers = await Promise.all(forms.map((formId) => browser.send(path, { formId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const active = (await keysOf(ada)).filter(({ revokedAt }) => revokedAt === null);
    expect(active).toHaveLength(1);
  });

  it('is possible in a full account, and leaves the number of keys unchanged', async () => {
    for (let count = 1; count < maxActiveKeys; count += 1) {
      await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    }
    const [key, another] = await keysOf(ada);
    const path = `${settings}/keys/${key?.id}/rotate`;
    expect((await browser.send(path, { formId: formIdIn(await browser.open(path)) })).status).toBe(
      200,
    );
    expect((await create({ kind: 'standard' })).status).toBe(409);
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${another?.id}`);
    expect((await create({ kind: 'standard' })).status).toBe(200);
  });

  it('redirects to the list if the key is revoked', async () => {
    const [key] = await keysOf(ada);
    const path = `${settings}/keys/${key?.id}/rotate`;
    const formId = formIdIn(await browser.open(path));
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${key?.id}`);
    expect(outcomeOf(await browser.send(path, { formId }))).toEqual(toSettings);
    expect(outcomeOf(await browser.open(path))).toEqual(toSettings);
  });
});

describe('the Manifestation of Will', () => {
  const stored = async () => {
    const { body } = await world.admin('GET', `/persons/${ada.id}/manifestation_of_will`);
    return (body as { data: Record<string, unknown> }).data; // operators get it in `data`
  };

  it('is signed with the ticked agreements, and can be changed afterwards', async () => {
    expect(shownText(await browser.open(will))).toContain('1. My will.');
    expect(outcomeOf(await sign('Resident'))).toEqual({ status: 303, location: will });
    const signedAt = new Date(world.clock.now).toISOString();
    expect(await stored()).toMatchObject({
      active: true,
      signedAt,
      acceptedAgreements: ['Resident'],
    });
    world.clock.now += 60_000;
    await sign('e-Resident', 'Resident');
    expect(await stored()).toMatchObject({
      active: true,
      signedAt,
      acceptedAgreements: ['e-Resident', 'Resident'],
    });
    expect(shownText(await browser.open(will))).toContain('In force');
    expect(await trailOf(ada, 'manifestation.signed')).toMatchObject([
      { actor: { kind: 'person', id: ada.id, personId: ada.id } },
    ]);
  });

  it('is not signed without the tick or with an unknown agreement', async () => {
    await browser.open(will);
    const unticked = await browser.send(will, { acceptedAgreement: 'Resident' });
    expect(unticked.status).toBe(400);
    expect(shownText(unticked)).toContain('Tick the box to sign the Manifestation of Will');
    expect(unticked.text).toMatch(/value="Resident" checked/);
    const unknown = await browser.send(will, {
      acceptedAgreement: 'Everything',
      signerName: 'Ada',
      agree: 'yes',
    });
    expect(unknown.status).toBe(400);
    expect(await stored()).toMatchObject({ active: false, signedAt: null });
  });

  it('revokes Agent Keys with write scopes when it is revoked, and lists them beforehand', async () => {
    await sign('Resident');
    const writes = await create({
      kind: 'agent',
      label: 'writer',
      scope: 'agent:entity.application.create',
    });
    const reads = await create({ kind: 'agent', label: 'reader', scope: 'agent:verify_rpn' });
    const asked = shownText(await browser.open(`${will}/revoke`));
    expect(asked).toContain('We immediately and permanently revoke every Agent Key that can write');
    expect(asked).toContain('These keys stop working: writer');
    expect(asked).not.toContain('reader');
    expect(outcomeOf(await browser.send(`${will}/revoke`, {}))).toEqual(toSettings);
    const statuses = await Promise.all(
      [writes, reads].map(async (answer) => (await whoami(secretIn(answer))).status),
    );
    expect(statuses).toEqual([401, 200]);
    expect(await stored()).toMatchObject({ active: false, acceptedAgreements: [] });
    expect(shownText(await browser.open(`${will}/revoke`))).toContain(
      'The Manifestation of Will is not in force',
    );
  });
});
