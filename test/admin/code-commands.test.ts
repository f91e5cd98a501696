import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin, one, aPerson } = operatorOf(world);

async function read(path: string): Promise<unknown> {
  const { body } = await world.admin('GET', path);
  // Every successful answer is {data}.
  return (body as { data: unknown }).data;
}

describe('npm run admin, for codes and names,', () => {
  it('creates, shows and lists vouchers', async () => {
    const voucher = await admin(
      'vouchers create --code welcome-20 --kind amount --value 2000 --currency USD --products amendment --expires-at 2020-01-01',
    );
    expect(voucher).toEqual({
      code: 'WELCOME-20',
      kind: 'amount',
      value: 2000,
      currency: 'USD',
      products: ['amendment'],
      expiresAt: '2020-01-01T00:00:00.000Z',
      redeemedAt: null,
      redeemedFor: null,
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    expect(await admin('vouchers show welcome-20')).toEqual(voucher);
    expect(await admin('vouchers list')).toEqual([voucher]);
  });

  it('creates, shows and changes referral codes, and reserves and releases names', async () => {
    const { id } = await aPerson();
    const code = await one(
      `referral-codes create --code Ada.2026 --owner-type natural_person --owner-id ${id}`,
    );
    expect(code).toMatchObject({ code: 'Ada.2026', ownerId: id, selfReferralEnabled: false });
    expect(await admin('referral-codes show ada.2026')).toEqual(code);
    expect(await admin('referral-codes update ada.2026 --self-referral-enabled')).toEqual({
      ...code,
      selfReferralEnabled: true,
    });

    const name = await one(
      'reserved-names add --name "Central Bank" --option-id llc --reason "protected by law"',
    );
    expect(name).toMatchObject({
      name: 'Central Bank',
      optionId: 'llc',
      reason: 'protected by law',
    });
    expect(await admin('reserved-names list')).toEqual([name]);
    expect(await admin(`reserved-names remove ${name.id} --yes`)).toEqual(name);
    expect(await read('/reserved_names')).toEqual([]);
  });
});
