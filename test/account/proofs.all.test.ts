import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newProofWrites } from '../../shared/account/db/proofs.ts';
import { proofState, readProofCode } from '../../shared/account/domain/proof.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  await world.admin('PATCH', `/persons/${ada.id}`, {
    givenName: 'Ada',
    surname: 'Lovelace',
    dateOfBirth: '1990-12-10',
  });
  browser = await signedIn(world, ada.email);
});

const list = '/portal/proofs';

async function make(show: readonly string[], validity = 'hour') {
  const { text } = await browser.open(list);
  const formId = /name="formId" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await browser.send(list, { show, validity, formId });
  expect(answer.status).toBe(303);
  const place = answer.headers.get('location') ?? '';
  const shown = await browser.open(place);
  const code = /\/proofs\/([2-9A-Z]{26})/.exec(shown.text)?.[1] ?? '';
  expect(code).not.toBe('');
  return { formId, place, code, shown };
}

const look = (code: string, method: 'GET' | 'HEAD' = 'GET') =>
  fetch(`${world.baseUrl}/proofs/${code}`, { method });

async function terminate({ id }: Person) {
  const { body } = await world.admin('GET', `/persons/${id}`);
  const { residency } = (body as { data: { residency: { id: string } } }).data;
  const path = `/persons/${id}/residencies/${residency.id}/terminate`;
  expect((await world.admin('POST', path, {})).status).toBe(200);
}

async function looksOf(person: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}&action=proof.viewed`);
  return (body as { data: { actor: object; details: object }[] }).data;
}

describe('a proof', () => {
  it('shows only the selected facts, with a code to scan', async () => {
    const { code, shown } = await make(['name', 'residency', 'over18']);
    expect(shown.text).toMatch(
      /<svg [^>]*role="img" aria-label="QR code that leads to your proof"/,
    );
    // The one that copies the link; people who open it get none.
    expect(shown.text.match(/<script/g)).toHaveLength(1);
    const answer = await visitor(world.baseUrl).open(`/proofs/${code}`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('<script');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.text).toContain('<meta name="robots" content="noindex">');
    const text = shownText(answer);
    expect(text).toContain('Name Ada Lovelace');
    expect(text).toContain('A resident today');
    expect(text).toContain('18 or older Yes');
    for (const secret of [ada.rpn, 'December 1990', '1990-12', ada.email]) {
      expect(answer.text).not.toContain(secret);
    }
  });

  it('shows the permit number, date of birth and entities if they are selected', async () => {
    await anEntity(world, { representatives: [ada.id] });
    const { code } = await make(['permitNumber', 'dateOfBirth', 'entities']);
    const text = shownText(await visitor(world.baseUrl).open(`/proofs/${code}`));
    expect(text).toContain(`Resident permit number ${ada.rpn}`);
    expect(text).toContain('Date of birth 10 December 1990');
    expect(text).toMatch(/Represents Test Entity \d+ LLC/);
    expect(text).not.toContain('Lovelace');
  });

  it('shows the current data of the register', async () => {
    const { code } = await make(['residency'], 'month');
    world.clock.now += 2_000;
    await terminate(ada);
    const text = shownText(await visitor(world.baseUrl).open(`/proofs/${code}`));
    expect(text).toContain('Not a resident today');
  });

  it('records each view for its holder, but not HEAD requests', async () => {
    const { code, place } = await make(['name']);
    expect((await look(code, 'HEAD')).status).toBe(200);
    expect(await looksOf(ada)).toEqual([]);
    await look(code);
    await look(code);
    const looks = await looksOf(ada);
    expect(looks).toHaveLength(2);
    expect(looks[0]).toMatchObject({
      actor: { kind: 'system', id: null, personId: null },
      details: { proofId: place.split('/').at(-1), disclosed: ['name'] },
    });
    expect(shownText(await browser.open('/portal/activity'))).toContain(
      'Someone viewed one of your proofs',
    );
  });

  it('is listed while it is valid, even after many newer proofs', async () => {
    const { place } = await make(['name'], 'month');
    const at = new Date(world.clock.now).toISOString();
    for (let count = 1; count <= 50; count += 1) {
      const proof = {
        id: randomUUID(),
        personId: ada.id,
        fields: ['name' as const],
        createdAt: new Date(world.clock.now + count).toISOString(),
        expiresAt: at,
        revokedAt: null,
        nonce: 'n',
        reference: randomUUID(),
      };
      await transact(world.table, newProofWrites(proof));
    }
    world.clock.now += 1_000;
    const { text } = await browser.open(list);
    expect(text).toContain(`href="${place}"`);
    expect(text.match(/Show the code/g)).toHaveLength(1);
  });

  it('is created once if its form is sent again', async () => {
    const { formId } = await make(['name']);
    const again = await browser.send(list, { show: ['name'], validity: 'hour', formId });
    expect(outcomeOf(again)).toEqual({ status: 303, location: list });
    const { text } = await browser.open(list);
    expect(text.match(/Show the code/g)).toHaveLength(1);
  });

  it('is refused with the missing fields, and the form keeps the selection', async () => {
    await browser.open(list);
    const formId = 'a'.repeat(22);
    const answer = await browser.send(list, { validity: 'year', formId });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('Choose at least one thing for the proof to show');
    expect(shownText(answer)).toContain('Choose how long the proof is valid');
    const other = await browser.send(list, { show: 'over18', validity: 'year', formId });
    expect(other.text).toMatch(/value="over18" checked/);
  });
});

describe('a proof that is not available', () => {
  it('returns the same 404 if it is unknown, expired or revoked, or its holder is deactivated', async () => {
    const unknown = await look('K7QM2XW9HT4RZC6N8PVLJ3DF5B');
    const expected = { status: 404, text: await unknown.text() };
    expect(unknown.status).toBe(404);
    const { code: revoked, place } = await make(['name']);
    expect(outcomeOf(await browser.send(`${place}/revoke`, {}))).toEqual({
      status: 303,
      location: list,
    });
    expect(shownText(await browser.open(place))).toContain('This proof is no longer valid');
    const { code: expired } = await make(['name']);
    world.clock.now += 3_600_000;
    const grace = await aResident(world);
    browser = await signedIn(world, grace.email);
    const { code: deactivated } = await make(['name'], 'week');
    await world.admin('POST', `/persons/${grace.id}/deactivate`);
    for (const code of [revoked, expired, deactivated, 'x', '%', '%00']) {
      const { status, text } = await visitor(world.baseUrl).open(`/proofs/${code}`);
      const neutral = (page: string) => page.replaceAll(/%2Fproofs%2F[^"&]*/g, '');
      expect({ status, text: neutral(text) }).toEqual({
        ...expected,
        text: neutral(expected.text),
      });
    }
    expect(await looksOf(ada)).toEqual([]);
  });

  it('cannot be managed or revoked by anyone but its holder', async () => {
    const { place, code } = await make(['name']);
    const grace = await aResident(world);
    const other = await signedIn(world, grace.email);
    expect((await other.open(place)).status).toBe(404);
    expect((await other.send(`${place}/revoke`, {})).status).toBe(404);
    expect((await look(code)).status).toBe(200);
  });

  it('has no views recorded after a simultaneous revocation', async () => {
    const { place, code } = await make(['name']);
    await Promise.all([look(code), browser.send(`${place}/revoke`, {}), look(code), look(code)]);
    const before = (await looksOf(ada)).length;
    expect((await look(code)).status).toBe(404);
    expect(await looksOf(ada)).toHaveLength(before);
    const { body } = await world.admin('GET', `/audit?subjectId=${ada.id}&action=proof.revoked`);
    expect((body as { data: object[] }).data).toHaveLength(1);
  });
});

it('a proof code is not stored in plain text', async () => {
  const { code } = await make(['name']);
  const { client, name: TableName } = world.deps.table;
  const { Items = [] } = await client.call('Scan', { TableName });
  expect(Items.some(({ pk }) => String(pk).startsWith('PROOF#'))).toBe(true);
  expect(JSON.stringify(Items)).not.toContain(code);
});

it('the page to check a proof accepts its code in any spelling', async () => {
  const { code } = await make(['name']);
  const stranger = visitor(world.baseUrl);
  expect(shownText(await stranger.open('/proofs'))).toContain('Check a proof');
  const typed = `${code.slice(0, 5)} ${code.slice(5, 11)}-${code.slice(11).toLowerCase()}`;
  const answer = await stranger.open(`/proofs?${new URLSearchParams({ code: typed })}`);
  expect(outcomeOf(answer)).toEqual({ status: 303, location: `/proofs/${code}` });
  expect((await stranger.open('/proofs?code=12')).status).toBe(404);
});

it('proof views are limited per network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => look('K7QM2XW9HT4RZC6N8PVLJ3DF5B')),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});

it('proofState and readProofCode return the status and the code in any spelling', () => {
  const expiresAt = '2026-01-01T00:00:00.000Z';
  expect([
    proofState({ expiresAt, revokedAt: null }, '2025-12-31T23:59:59.999Z'),
    proofState({ expiresAt, revokedAt: null }, expiresAt),
    proofState({ expiresAt, revokedAt: expiresAt }, '2025-01-01T00:00:00.000Z'),
  ]).toEqual(['good', 'expired', 'revoked']);
  expect(readProofCode('k7qm 2xw9–ht4r-zc6n 8pvl j3df 5b')).toBe('K7QM2XW9HT4RZC6N8PVLJ3DF5B');
  expect(readProofCode('K7QM')).toBeNull();
});
