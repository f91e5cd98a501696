import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredCredential } from '../../shared/credentials/db/credentials.ts';
import { revokeCredential } from '../../shared/credentials/usecases/credentials.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { aStoredCredential } from '../support/issued-credentials.ts';
import { shownText } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aHolder, anSdJwt, sha256, withKeyBinding } from '../support/sd-jwts.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const holder = await aHolder();
const somebody = await aHolder();
const claims = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  residency_type: 'Resident',
  vip: true,
  seats: [1, 2],
};
let stored: StoredCredential;
let jwt: string;
let disclosures: readonly string[];

beforeEach(async () => {
  world.clock.now += 60_000;
  const { id } = await aResident(world);
  stored = await aStoredCredential(world, id);
  ({ jwt, disclosures } = await anSdJwt(world, { place: stored.status, claims, holder }));
});

const page = '/credentials/verify';

async function verified(credential: string, language = 'en') {
  const browser = visitor(world.baseUrl);
  await browser.open(page);
  const headers = { 'accept-language': language };
  const answer = await browser.send(page, { credential }, { headers });
  return { status: answer.status, answer, text: shownText(answer) };
}

const shows = (...places: readonly number[]) =>
  `${[jwt, ...places.map((place) => disclosures[place])].join('~')}~`;

describe('the page that verifies a credential', () => {
  it('asks for the credential, without a script', async () => {
    const answer = await visitor(world.baseUrl).open(page);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('<script');
    expect(shownText(answer)).toContain('Verify a credential');
  });

  it('shows the disclosed claims and nothing else', async () => {
    const { status, answer, text } = await verified(shows(2));
    expect(status).toBe(200);
    expect(text).toContain('This credential is valid');
    expect(text).toContain('Residency Resident');
    expect(text).toContain('Anyone with a copy of the credential can show it');
    // As words: any three letters occur in a code now and then.
    for (const hidden of [/\bAda\b/, /Lovelace/, /\bvip\b/, new RegExp(jwt.slice(0, 40))]) {
      expect(answer.text).not.toMatch(hidden);
    }
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('shows values of every type, or that nothing is disclosed', async () => {
    const { text } = await verified(shows(0, 1, 2, 3, 4));
    expect(text).toContain('Given name Ada');
    expect(text).toContain('vip Yes');
    expect(text).toContain('seats [1,2]');
    expect((await verified(shows())).text).toContain('The holder does not disclose anything.');
  });

  it('is also available in Spanish', async () => {
    const { text } = await verified(shows(2), 'es');
    expect(text).toContain('Esta credencial es válida');
    expect(text).toContain('Residencia Resident');
  });

  it('accepts text with line breaks', async () => {
    const broken = shows(0).replaceAll(/(.{70})/g, '$1\r\n ');
    expect((await verified(`\n${broken}\n`)).text).toContain('This credential is valid');
  });

  it('shows that it was revoked, even after it has expired', async () => {
    await revokeCredential(stored, { reason: 'holder' }, system, world.deps);
    expect((await verified(shows(0))).text).toContain('This credential was revoked');
    world.clock.now += 31 * 86_400_000;
    expect((await verified(shows(0))).text).toContain('This credential was revoked');
  });

  it('shows that it has expired or is not valid yet', async () => {
    const nbf = Math.floor(world.clock.now / 1000) + 60;
    const early = await anSdJwt(world, {
      place: stored.status,
      claims: {},
      holder,
      payload: { nbf },
    });
    expect((await verified(`${early.jwt}~`)).text).toContain('This credential is not valid yet');
    world.clock.now += 30 * 86_400_000;
    expect((await verified(shows(0))).text).toContain('This credential has expired');
  });

  it('shows whether the holder’s key binding is valid', async () => {
    const held = await verified(await withKeyBinding(shows(0), holder));
    expect(held.text).toContain('The holder showed it');
    expect(held.text).toContain('Shown to https://bank.example');
    const wrong = [
      await withKeyBinding(shows(0), somebody),
      await withKeyBinding(shows(0), holder, { typ: 'JWT' }),
      await withKeyBinding(shows(0), holder, { payload: { sd_hash: sha256(shows(1)) } }),
      `${shows(0)}nonsense`,
      `${shows(0)}${(await withKeyBinding(shows(1), holder)).split('~').at(-1)}`,
    ];
    for (const text of wrong) {
      const { text: shown } = await verified(text);
      expect(shown).toContain('The holder’s proof is not valid');
      expect(shown).not.toContain('This credential is valid');
    }
  });

  it('shows that an altered credential is not genuine', async () => {
    const [header = '', payload = '', signature = ''] = jwt.split('.');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = encode([Buffer.alloc(16).toString('base64url'), 'given_name', 'Eve']);
    const token = await anSdJwt(world, {
      place: stored.status,
      claims,
      holder,
      typ: 'statuslist+jwt',
    });
    const shadow = encode(['salt', 'iss', 'https://evil.example']);
    const shadowed = await anSdJwt(world, {
      place: stored.status,
      claims: {},
      holder,
      payload: { _sd: [sha256(shadow)] },
    });
    const elsewhere = { status_list: { idx: 1, uri: 'http://169.254.169.254/latest' } };
    const moved = await anSdJwt(world, {
      place: stored.status,
      claims: {},
      holder,
      payload: { status: elsewhere },
    });
    const altered = [
      `${header}.${encode({ ...decode(payload), exp: 4_000_000_000 })}.${signature}~`,
      `${encode({ ...decode(header), alg: 'none' })}.${payload}.~`,
      `${encode({ ...decode(header), alg: 'HS256' })}.${payload}.${signature}~`,
      `${encode({ ...decode(header), kid: 'other' })}.${payload}.${signature}~`,
      `${jwt}~${forged}~`,
      `${jwt}~${disclosures[0]}~${disclosures[0]}~`,
      `${jwt}~~`,
      `${token.jwt}~`,
      `${shadowed.jwt}~${shadow}~`,
      `${moved.jwt}~`,
    ];
    for (const text of altered) {
      const { status, text: shown } = await verified(text);
      expect([status, shown.includes('This credential is not genuine')], text.slice(-60)).toEqual([
        200,
        true,
      ]);
    }
  });

  it('shows another issuer’s name without contacting it', async () => {
    const foreign = await anSdJwt(world, {
      place: stored.status,
      claims,
      holder,
      payload: { iss: 'https://issuer.example/<b>' },
    });
    const { status, text, answer } = await verified(`${foreign.jwt}~`);
    expect(status).toBe(200);
    expect(text).toContain('This credential is from another issuer');
    expect(answer.text).toContain('https://issuer.example/&lt;b&gt;');
    const nobody = await anSdJwt(world, {
      place: stored.status,
      claims,
      holder,
      payload: { iss: 7 },
    });
    expect((await verified(`${nobody.jwt}~`)).text).toContain('The credential names no issuer.');
  });

  it('returns 400 for text that is not a credential', async () => {
    const none = [
      '',
      'hello',
      jwt,
      `${jwt}.x~`,
      'a.b.c~',
      `${shows(0)}${'x'.repeat(20_000)}`,
      `${jwt}${'~a'.repeat(200)}~`,
      '\u0000~\u202e',
    ];
    for (const text of none) {
      const { status, text: shown } = await verified(text);
      expect([status, shown.includes('This is not a credential')], text.slice(0, 40)).toEqual([
        400,
        true,
      ]);
      world.clock.now += 30_000;
    }
  });

  it('refuses other sites’ forms, large bodies and more than 30 requests a minute', async () => {
    world.clock.now += 60_000 - (world.clock.now % 60_000);
    const browser = visitor(world.baseUrl);
    await browser.open(page);
    expect((await browser.send(page, { credential: 'x' }, { csrf: null })).status).toBe(403);
    expect((await browser.send(page, { credential: 'x'.repeat(70_000) })).status).toBe(413);
    const statuses: number[] = [];
    for (let look = 0; look < 31; look += 1) {
      statuses.push((await browser.send(page, { credential: shows(0) })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
