import { beforeEach, describe, expect, it } from 'vitest';
import { findReferralCode } from '../../shared/incorporation/db/referrals.ts';
import { createReferralCode } from '../../shared/incorporation/usecases/referral-codes.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { findVoucher, readVouchers } from '../../shared/payments/db/vouchers.ts';
import { createVoucher } from '../../shared/payments/usecases/vouchers.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { lookUpName } from '../../shared/registry/db/names.ts';
import { releaseName, reserveName } from '../../shared/registry/usecases/reserved-names.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { outcomes } from '../support/outcomes.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
});

/** Returns a random source. Each call fills its bytes with the next of these values. */
function drawing(...values: readonly number[]): (bytes: number) => Uint8Array {
  const rest = [...values];
  return (bytes) => new Uint8Array(bytes).fill(rest.shift() ?? 0);
}

const voucher = (command: object = {}, using = deps) =>
  createVoucher({ kind: 'full', ...command }, operator, using);

describe('vouchers', () => {
  it('are created once if two with the same code are created at the same time', async () => {
    const race = await outcomes([voucher({ code: 'SPRING' }), voucher({ code: 'SPRING' })]);
    expect(race).toEqual({ kept: 1, refused: ['409 voucher.code_taken'] });
    const { items } = await readVouchers(table, { limit: 10 });
    expect(items.map(({ code }) => code)).toEqual(['SPRING']);
    const trail = await readAudit(table, { subjectId: 'SPRING' }, { limit: 10 });
    expect(trail.items.map(({ action }) => action)).toEqual(['voucher.created']);
  });

  it('draw another code if the first is taken', async () => {
    const random = drawing(0, 0, 1);
    const first = await voucher({}, { ...deps, random });
    const second = await voucher({}, { ...deps, random });
    expect([first.code, second.code]).toEqual(['2'.repeat(12), '3'.repeat(12)]);
  });

  it('are found in any case and with surrounding spaces, but not by an invalid code', async () => {
    const created = await voucher({ code: 'SPRING-26', kind: 'amount', value: 9_900 });
    expect(created).toEqual({
      code: 'SPRING-26',
      kind: 'amount',
      value: 9_900,
      currency: 'USD',
      products: [],
      expiresAt: null,
      redeemedAt: null,
      redeemedFor: null,
      createdAt: noon,
    });
    expect(await findVoucher(table, ' spring-26 ')).toEqual(created);
    expect(await findVoucher(table, 'SPRING')).toBeNull();
    expect(await findVoucher(table, '')).toBeNull();
    expect(await findVoucher(table, 'x'.repeat(5_000))).toBeNull();
  });
});

describe('referral codes', () => {
  it('are the same code in any case, and shown as created', async () => {
    const ownerId = deps.newId();
    await transact(table, { owner: create(keys.person(ownerId)) });
    const command = { ownerType: 'natural_person', ownerId } as const;
    const race = await outcomes([
      createReferralCode({ ...command, code: 'Ada' }, operator, deps),
      createReferralCode({ ...command, code: 'Ada' }, operator, deps),
    ]);
    expect(race).toEqual({ kept: 1, refused: ['409 referral.code_taken'] });
    const other = createReferralCode({ ...command, code: 'aDA' }, operator, deps);
    expect(await outcomes([other])).toMatchObject({ refused: ['409 referral.code_taken'] });
    expect(await findReferralCode(table, 'ADA')).toMatchObject({ code: 'Ada', ownerId });
    expect(await findReferralCode(table, 'x'.repeat(5_000))).toBeNull();
  });

  it('require an owner of the given type', async () => {
    const ownerId = deps.newId();
    await transact(table, { owner: create(keys.person(ownerId)) });
    const command = { code: 'ada', ownerType: 'legal_entity', ownerId } as const;
    const race = await outcomes([createReferralCode(command, operator, deps)]);
    expect(race).toEqual({ kept: 0, refused: ['400 request.invalid_body'] });
  });
});

describe('reserved names', () => {
  const isReserved = async (name: string, optionId: string) =>
    (await lookUpName(table, optionId, name)).reserved;

  it('apply to their option or to all options until they are released', async () => {
    await reserveName({ name: 'Central Bank', optionId: 'llc' }, operator, deps);
    expect(await isReserved('CENTRAL  bank', 'llc')).toBe(true);
    expect(await isReserved('Central Bank', 'for_profit_corp')).toBe(false);
    const all = await reserveName({ name: 'Central Bank' }, operator, deps);
    expect(await isReserved('Central Bank', 'for_profit_corp')).toBe(true);
    expect(await releaseName(all.id, operator, deps)).toEqual(all);
    expect(await isReserved('Central Bank', 'for_profit_corp')).toBe(false);
    expect(await isReserved('Central Bank', 'llc')).toBe(true);
  });

  it('can be reserved once and released once', async () => {
    const reserve = () => reserveName({ name: 'Central Bank' }, operator, deps);
    const race = await outcomes([reserve(), reserve()]);
    expect(race).toEqual({ kept: 1, refused: ['409 reserved_name.taken'] });
    const { id } = await reserveName({ name: 'Treasury' }, operator, deps);
    const release = () => releaseName(id, operator, deps);
    expect(await outcomes([release(), release()])).toEqual({
      kept: 1,
      refused: ['404 resource.not_found'],
    });
  });

  it('keep a new reservation if the old one is released again late', async () => {
    const old = await reserveName({ name: 'Treasury' }, operator, deps);
    table.proxy.beforeNext(
      (_, operation) => operation === 'TransactWriteItems',
      async () => {
        await releaseName(old.id, operator, deps);
        await reserveName({ name: 'Treasury' }, operator, deps);
      },
    );
    const late = await outcomes([releaseName(old.id, operator, deps)]);
    expect(late).toEqual({ kept: 0, refused: ['404 resource.not_found'] });
    expect(await isReserved('Treasury', 'llc')).toBe(true);
  });
});
