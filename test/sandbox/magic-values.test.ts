import { beforeEach, describe, expect, it } from 'vitest';
import { testVoucherCodes } from '../../shared/payments/domain/test-voucher.ts';
import { testFateOf } from '../../shared/reviews/usecases/create-review.ts';
import { aDraft, pay } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { anApplicant, aSubmission } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
beforeEach(() => void Object.assign(world.deps, { isSandbox: true }));

describe('test vouchers', () => {
  it('are refused for one reason each in a sandbox, and are unknown elsewhere', async () => {
    const applicant = await anApplicant(world);
    const draft = await aDraft(world, applicant.agentKey);
    const tried = async (code: string) => {
      const { status, body } = await pay(world, draft, code);
      return `${code} ${status} ${Object(body).code}`;
    };
    const inSandbox = await Promise.all(testVoucherCodes.map(tried));
    expect([...inSandbox, await tried('test-expired')]).toEqual([
      'TEST-EXPIRED 400 voucher_expired',
      'TEST-REDEEMED 400 voucher_already_redeemed',
      'TEST-OTHER-PRODUCT 400 voucher_not_applicable',
      'TEST-PARTIAL 400 voucher_not_full_coverage',
      'test-expired 400 voucher_expired',
    ]);
    Object.assign(world.deps, { isSandbox: false });
    expect(await tried('TEST-EXPIRED')).toBe('TEST-EXPIRED 400 voucher_not_found');
  });
});

it.each([
  ['90000000000001', { result: 'found_natural_person', active: true }],
  ['90000000000002', { result: 'found_natural_person', active: false }],
  ['80000000000001', { result: 'found_legal_entity', active: true }],
  ['80000000000002', { result: 'found_legal_entity', active: false }],
  ['90000000000000', { result: 'not_found', active: false }],
  ['80000000000000', { result: 'not_found', active: false }],
])('verify_rpn for %s returns %o in a sandbox, and not_found elsewhere', async (rpn, says) => {
  const { standardKey: key } = await aResident(world);
  const verified = async () =>
    (await world.call('POST', '/api/v1/verify_rpn', { key, body: { rpn } })).body;
  expect(await verified()).toEqual(says);
  Object.assign(world.deps, { isSandbox: false });
  expect(await verified()).toEqual({ result: 'not_found', active: false });
});

describe('names that decide a test case', () => {
  it('start with one of three phrases', () => {
    expect(
      ['Test Approve', 'TEST reject 7', 'Test Ask Me', 'Test Approved', 'My Test Ask'].map(
        testFateOf,
      ),
    ).toEqual(['approve', 'reject', 'ask', null, null]);
  });

  const read = async (name: string) => {
    const applicant = await anApplicant(world);
    const { id } = await aSubmission(world, applicant, { name });
    await world.settle();
    const path = `/api/v1/legal_entity_applications/${id}`;
    return Object((await world.call('GET', path, { key: applicant.agentKey })).body).data;
  };

  it('are approved, rejected or asked about as soon as they are under review', async () => {
    expect(await read('Test Approve One')).toMatchObject({ statusId: 'Approved' });
    expect(await read('Test Reject One')).toMatchObject({ statusId: 'Rejected' });
    const asked = await read('Test Ask One');
    expect(asked).toMatchObject({ statusId: 'Pending Review' });
    expect(asked.informationRequest).toMatchObject({ answeredAt: null });
  });

  it('have no effect outside a sandbox', async () => {
    Object.assign(world.deps, { isSandbox: false });
    const { statusId, informationRequest } = await read('Test Reject Two');
    expect([statusId, informationRequest]).toEqual(['Pending Review', null]);
  });
});
