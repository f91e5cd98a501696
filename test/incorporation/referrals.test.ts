import { beforeEach, describe, expect, it } from 'vitest';
import { ReferralListing } from '../../shared/incorporation/contracts/referral-contract.ts';
import {
  anAgentKey,
  anEntity,
  aPartnerKey,
  aResident,
  created,
  type Person,
} from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const codeNotFound = {
  status: 404,
  body: {
    error: 'Referral code not found',
    code: 'referral.not_found',
    requestId: expect.any(String),
  },
};

let codes = 0;

async function aCode(owner: { ownerType: string; ownerId: string }): Promise<string> {
  codes += 1;
  const { code } = await created(world, '/referral_codes', { code: `Code-${codes}`, ...owner });
  return String(code);
}

const ownCode = ({ id }: Person) => aCode({ ownerType: 'natural_person', ownerId: id });

async function list(code: string, key: string | undefined = ada.standardKey) {
  const { status, body } = await world.call('GET', `/api/v1/referral-codes/${code}/referrals`, {
    key,
  });
  return { status, body };
}

let people = 0;

async function brought(code: string, names: object = {}) {
  people += 1;
  world.clock.now += 1000;
  return created(world, '/persons', {
    email: `referred-${people}@people.example`,
    referralCode: code,
    ...names,
  });
}

describe('GET /api/v1/referral-codes/{code}/referrals (spec 4.14)', () => {
  it('lists people and entities with current names, newest first', async () => {
    const code = await ownCode(ada);
    const unnamed = await brought(code);
    const half = await brought(code, { givenName: 'Cher' });
    const named = await brought(code, { givenName: 'Grace', surname: 'Hopper' });
    await world.admin('PATCH', `/persons/${named.id}`, { surname: 'Murray Hopper' });
    const front = await anEntity(world, {
      name: 'Front',
      extension: 'LLC',
      nameStartsWithExtension: true,
      registrationDate: '2026-01-20T00:00:00.000Z',
      referralCode: code.toLowerCase(),
    });
    world.clock.now += 1000;
    const back = await anEntity(world, { name: 'Back', referralCode: code });
    const answer = await list(code);
    expect(answer).toEqual({
      status: 200,
      body: {
        code,
        naturalPersons: [
          { fullName: 'Grace Murray Hopper', referredAt: named['createdAt'] },
          { fullName: 'Cher', referredAt: half['createdAt'] },
          { fullName: null, referredAt: unnamed['createdAt'] },
        ],
        legalEntities: [
          {
            name: 'Back LLC',
            rpn: back['residentPermitNumber'],
            referredAt: back['registrationDate'],
          },
          {
            name: 'LLC Front',
            rpn: front['residentPermitNumber'],
            referredAt: '2026-01-20T00:00:00.000Z',
          },
        ],
      },
    });
    ReferralListing.parse(answer.body);
  });

  it('finds a code in any case and encoding', async () => {
    const code = await ownCode(ada);
    const encoded = code.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    for (const spelled of [code.toUpperCase(), encoded]) {
      expect(await list(spelled)).toEqual({
        status: 200,
        body: { code, naturalPersons: [], legalEntities: [] },
      });
    }
  });

  it('lists an entity’s referrals for its current representatives', async () => {
    const { id } = await anEntity(world);
    const code = await aCode({ ownerType: 'legal_entity', ownerId: id });
    await brought(code, { givenName: 'Grace' });
    expect(await list(code)).toEqual(codeNotFound);
    await world.admin('PUT', `/legal_entities/${id}/representatives/${ada.id}`);
    expect(await list(code)).toMatchObject({
      status: 200,
      body: { naturalPersons: [{ fullName: 'Grace' }] },
    });
    await world.admin('DELETE', `/legal_entities/${id}/representatives/${ada.id}`);
    expect(await list(code)).toEqual(codeNotFound);
  });

  it('returns 404 for someone else’s code and for an invalid code', async () => {
    const foreign = await ownCode(await aResident(world));
    for (const code of [foreign, 'no-such-code', 'x', '%20', 'a%2Fb', 'ж']) {
      expect(await list(code)).toEqual(codeNotFound);
    }
  });

  it('accepts only Standard Keys', async () => {
    const code = await ownCode(ada);
    const agent = await anAgentKey(world, ada.id, ['agent:verify_rpn']);
    expect(await list(code, agent)).toMatchObject({
      status: 403,
      body: { error: 'Insufficient permissions', code: 'api_key.insufficient_permissions' },
    });
    expect(await list(code, await aPartnerKey(world))).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key', code: 'api_key.invalid' },
    });
  });

  it('reads at most one batch of an entity’s 130 referrals for strangers', async () => {
    const entity = await anEntity(world, { representatives: [ada.id] });
    const code = await aCode({ ownerType: 'legal_entity', ownerId: entity.id });
    for (let count = 0; count < 13; count += 1) {
      await Promise.all(Array.from({ length: 10 }, () => brought(code)));
    }
    const { body } = await list(code);
    expect(ReferralListing.parse(body).naturalPersons).toHaveLength(130);
    const stranger = await aResident(world);
    world.proxy.calls.reset();
    expect(await list(code, stranger.standardKey)).toEqual(codeNotFound);
    // One read each for the key, the code with its referrals, and one batch.
    const reads = world.proxy.calls.list().filter(({ operation }) => operation !== 'UpdateItem');
    expect(reads).toHaveLength(3);
  });

  it('lists all 130 referrals in three round trips including the key', async () => {
    const code = await ownCode(ada);
    for (let count = 0; count < 13; count += 1) {
      await Promise.all(Array.from({ length: 10 }, () => brought(code)));
    }
    const counts: number[] = [];
    // A busy machine may run parallel reads in sequence, so the minimum counts.
    for (let time = 0; time < 8; time += 1) {
      world.proxy.calls.reset();
      const { body } = await list(code);
      counts.push(world.proxy.calls.roundTrips());
      expect(ReferralListing.parse(body).naturalPersons).toHaveLength(130);
    }
    expect(Math.min(...counts)).toBe(3);
  });
});
