import { beforeEach, describe, expect, it } from 'vitest';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const unknownId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const now = () => new Date(world.clock.now).toISOString();

async function admin(method: string, path: string, body?: unknown) {
  const answer = await world.admin(method, path, body);
  return { status: answer.status, body: answer.body };
}

const notFound = { status: 404, body: { error: 'Not found', code: 'resource.not_found' } };
const invalid = (...path: readonly (string | number)[]) => ({
  status: 400,
  body: { error: 'Invalid request body', code: 'request.invalid_body', details: [{ path }] },
});
const conflict = (code: string) => ({ status: 409, body: { code } });

describe('vouchers', () => {
  it('are created with a generated code and full value if only the kind is given', async () => {
    expect(await admin('POST', '/vouchers', { kind: 'full' })).toEqual({
      status: 200,
      body: {
        data: {
          code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{12}$/),
          kind: 'full',
          value: null,
          currency: null,
          products: [],
          expiresAt: null,
          redeemedAt: null,
          redeemedFor: null,
          createdAt: now(),
        },
      },
    });
  });

  it('are stored in normalized form, and found in any spelling', async () => {
    const sent = {
      code: ' spring-2026 ',
      kind: 'percent',
      value: 50,
      products: ['amendment', 'amendment'],
      expiresAt: '2020-01-01',
    };
    const created = await admin('POST', '/vouchers', sent);
    expect(created).toMatchObject({
      status: 200,
      body: {
        data: {
          code: 'SPRING-2026',
          value: 50,
          products: ['amendment'],
          expiresAt: '2020-01-01T00:00:00.000Z',
        },
      },
    });
    expect(await admin('GET', '/vouchers/Spring-2026')).toEqual(created);
    const again = { ...sent, code: 'SPRING-2026' };
    expect(await admin('POST', '/vouchers', again)).toMatchObject(conflict('voucher.code_taken'));
    expect(await admin('GET', '/vouchers/NOBODYS')).toMatchObject(notFound);
    expect(await admin('GET', `/vouchers/${'x'.repeat(3000)}`)).toMatchObject(notFound);
  });

  it('for an amount have a currency', async () => {
    const dollars = await admin('POST', '/vouchers', { kind: 'amount', value: 9900 });
    expect(dollars).toMatchObject({ body: { data: { value: 9900, currency: 'USD' } } });
    const euros = { kind: 'amount', value: 1, currency: 'EUR' };
    expect(await admin('POST', '/vouchers', euros)).toMatchObject({
      body: { data: { value: 1, currency: 'EUR' } },
    });
  });

  it.each([
    ['no kind', {}, 'kind'],
    ['an unknown kind', { kind: 'half' }, 'kind'],
    ['a full voucher with a value', { kind: 'full', value: 1 }, 'value'],
    ['no percentage', { kind: 'percent' }, 'value'],
    ['a percentage of 0', { kind: 'percent', value: 0 }, 'value'],
    ['a percentage of 101', { kind: 'percent', value: 101 }, 'value'],
    ['half a cent', { kind: 'amount', value: 0.5 }, 'value'],
    ['no cents', { kind: 'amount', value: 0 }, 'value'],
    ['an invalid currency', { kind: 'amount', value: 1, currency: 'usd' }, 'currency'],
    ['a code of five characters', { kind: 'full', code: ' ABCDE ' }, 'code'],
    ['a code with a space', { kind: 'full', code: 'A B C' }, 'code'],
    ['a code of 65 characters', { kind: 'full', code: 'A'.repeat(65) }, 'code'],
  ])('are refused with 400 for %s', async (_, sent, path) => {
    expect(await admin('POST', '/vouchers', sent)).toMatchObject(invalid(path));
  });

  it('are refused with 400 for an unknown product', async () => {
    const sent = { kind: 'full', products: ['amendment', 'lunch'] };
    expect(await admin('POST', '/vouchers', sent)).toMatchObject(invalid('products', 1));
  });

  it('are listed newest first, page by page', async () => {
    for (const code of ['LIST-1', 'LIST-2', 'LIST-3']) {
      world.clock.now += 1000;
      await admin('POST', '/vouchers', { kind: 'full', code });
    }
    const first = await admin('GET', '/vouchers?limit=2');
    expect(first).toMatchObject({
      status: 200,
      body: { data: [{ code: 'LIST-3' }, { code: 'LIST-2' }], pagination: { limit: 2 } },
    });
    const { nextCursor } = (first.body as { pagination: { nextCursor: string } }).pagination;
    expect(await admin('GET', `/vouchers?limit=1&cursor=${nextCursor}`)).toMatchObject({
      body: { data: [{ code: 'LIST-1' }], pagination: { limit: 1 } },
    });
  });
});

describe('referral codes', () => {
  const ofAda = () => ({ ownerType: 'natural_person', ownerId: ada.id });

  it('are created, found in any case, and changed', async () => {
    const created = await admin('POST', '/referral_codes', { ...ofAda(), code: 'Ada-2026' });
    const data = {
      code: 'Ada-2026',
      ...ofAda(),
      selfReferralEnabled: false,
      createdAt: now(),
    };
    expect(created).toEqual({ status: 200, body: { data } });
    expect(await admin('GET', '/referral_codes/ADA-2026')).toEqual(created);
    const enabled = { status: 200, body: { data: { ...data, selfReferralEnabled: true } } };
    const path = '/referral_codes/ada-2026';
    expect(await admin('PATCH', path, { selfReferralEnabled: true })).toEqual(enabled);
    expect(await admin('GET', path)).toEqual(enabled);
    expect(await admin('POST', '/referral_codes', { ...ofAda(), code: 'aDA-2026' })).toMatchObject(
      conflict('referral.code_taken'),
    );
  });

  it('are generated if no code is given', async () => {
    expect(await admin('POST', '/referral_codes', ofAda())).toMatchObject({
      status: 200,
      body: { data: { code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{12}$/) } },
    });
  });

  it('are refused with 400 for an unknown owner, and 404 for an unknown code', async () => {
    const unknown = { ...ofAda(), ownerId: unknownId };
    expect(await admin('POST', '/referral_codes', unknown)).toMatchObject(invalid('ownerId'));
    const otherKind = { ...ofAda(), ownerType: 'legal_entity' };
    expect(await admin('POST', '/referral_codes', otherKind)).toMatchObject(invalid('ownerId'));
    const slash = { ...ofAda(), code: 'a/b' };
    expect(await admin('POST', '/referral_codes', slash)).toMatchObject(invalid('code'));
    expect(await admin('GET', '/referral_codes/nobodys')).toMatchObject(notFound);
    const change = { selfReferralEnabled: true };
    expect(await admin('PATCH', '/referral_codes/nobodys', change)).toMatchObject(notFound);
  });
});

describe('reserved names', () => {
  it('can be reserved, listed, found by name availability, and released', async () => {
    const sent = { name: ' Central  Bank ', reason: 'Misleading' };
    const created = await admin('POST', '/reserved_names', sent);
    expect(created).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Central Bank',
          optionId: null,
          reason: 'Misleading',
          createdAt: now(),
        },
      },
    });
    const { data } = created.body as { data: { id: string } }; // just compared
    const check = '/api/v1/registries/legal_entities/name_availability';
    const body = { name: 'CENTRAL BANK', optionId: 'llc' };
    const { body: found } = await world.call('POST', check, { key: ada.standardKey, body });
    expect(found).toMatchObject({ data: { available: false, reserved: true } });
    expect(await admin('POST', '/reserved_names', { name: 'central bank' })).toMatchObject(
      conflict('reserved_name.taken'),
    );
    expect(await admin('GET', '/reserved_names')).toEqual({
      status: 200,
      body: { data: [data], pagination: { limit: 50, nextCursor: null } },
    });
    expect(await admin('DELETE', `/reserved_names/${data.id}`)).toEqual(created);
    expect(await admin('DELETE', `/reserved_names/${data.id}`)).toMatchObject(notFound);
    expect(await admin('GET', '/reserved_names')).toMatchObject({ body: { data: [] } });
    const { body: after } = await world.call('POST', check, { key: ada.standardKey, body });
    expect(after).toMatchObject({ data: { available: true, reserved: false } });
  });

  it('do not apply to operators', async () => {
    await admin('POST', '/reserved_names', { name: 'Treasury', optionId: 'llc' });
    const entity = { optionId: 'llc', name: 'Treasury', extension: 'LLC' };
    expect(await admin('POST', '/legal_entities', entity)).toMatchObject({ status: 200 });
  });
});
