import { beforeEach, describe, expect, it } from 'vitest';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { aPayment, auditOf, report } from '../support/checkout.ts';
import { aVoucher } from '../support/drafts.ts';
import {
  acceptAgreement,
  aPartner,
  aPartnerDraft,
  aReadyApplication,
  partnerCalls,
  seen,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const partner = await aPartner(world);
const calls = partnerCalls(world, partner);
beforeEach(() => {
  world.clock.now += 60_000;
});

const tenTimes = <T>(call: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, at) => call(at)));
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();
const actions = async (id: string, name: string) =>
  (await auditOf(world, { id })).filter(({ action }) => action.endsWith(name)).length;
type Draft = Awaited<ReturnType<typeof aPartnerDraft>>;
const named = ({ data }: Pick<Draft, 'data'>, surname: string) => ({
  ...data,
  personalDetails: { ...data.personalDetails, surname },
});

describe('ten parallel', () => {
  it('changes of one version: one wins, and the others get the new version number', async () => {
    const draft = await aPartnerDraft(world, partner);
    const answers = await tenTimes((at) =>
      calls.patch(draft.id, { expectedVersion: 1, applicationData: named(draft, `Name ${at}`) }),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ currentVersion: 2 });
    }
    const winner = answers.find(({ status }) => status === 200);
    expect(await calls.get(draft.id)).toMatchObject({ body: winner?.body });
    expect(await actions(draft.id, 'revised')).toBe(1);
  });

  it('identical changes of one version: one wins, and the others get 409', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const answers = await tenTimes(() =>
      calls.patch(id, { expectedVersion: 1, applicationData: data }),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('vouchers for one application: one pays, nine stay unredeemed', async () => {
    const { id } = await aPartnerDraft(world, partner);
    const codes = await tenTimes(() => aVoucher(world));
    const answers = await Promise.all(codes.map((code) => calls.pay(id, code)));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const vouchers = await Promise.all(codes.map((code) => findVoucher(world.table, code)));
    expect(vouchers.filter((voucher) => voucher?.redeemedAt !== null)).toHaveLength(1);
    expect(await actions(id, 'paid')).toBe(1);
  });

  it('applications with one voucher: it pays for one of them', async () => {
    const drafts = await tenTimes(() => aPartnerDraft(world, partner));
    const code = await aVoucher(world);
    const answers = await Promise.all(drafts.map(({ id }) => calls.pay(id, code)));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('submissions: one review is created', async () => {
    const { id } = await aReadyApplication(world, partner);
    const answers = await tenTimes(() => calls.submit(id));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    await world.settle();
    const { body } = await world.admin('GET', `/reviews?subjectId=${id}`);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });
});

describe('a change in parallel with', () => {
  it('a submission: whichever is first wins', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { id, data, application } = await aReadyApplication(world, partner);
      const change = {
        expectedVersion: application.version,
        applicationData: named({ data }, 'King'),
      };
      const [changed, submitted] = await Promise.all([calls.patch(id, change), calls.submit(id)]);
      const end = seen(await calls.get(id));
      expect(end.version).toBe(application.version + 1);
      if (submitted.status === 200) {
        expect([400, 409]).toContain(changed.status);
        expect(end.statusId).toBe('Pending Review');
        // Only data that the applicant accepted is submitted.
        expect(end.applicationData).toEqual(application.applicationData);
      } else {
        expect({ changed: changed.status, submitted: submitted.status }).toEqual({
          changed: 200,
          submitted: 400,
        });
        expect(end.statusId).toBe('Draft');
      }
    }
  });

  it('an acceptance: only the data shown to the applicant is accepted', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { id, data, draft } = await aPartnerDraft(world, partner);
      const change = { expectedVersion: 1, applicationData: named({ data }, 'King') };
      const [changed] = await Promise.all([calls.patch(id, change), acceptAgreement(world, draft)]);
      const { applicationData, version } = seen(await calls.get(id));
      const { signed } = applicationData.aoc;
      const { surname } = applicationData.personalDetails;
      // Either the change came first, and the link is void; or it expected another version.
      expect({ version, signed, surname }).toEqual({
        version: 2,
        signed: changed.status === 409,
        surname: changed.status === 409 ? 'Lovelace' : 'King',
      });
    }
  });

  it('a payment: the type is either locked or was changed before', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { id, data } = await aPartnerDraft(world, partner);
      const free = { ...data, residencyType: 'limited_e_resident' };
      const code = await aVoucher(world);
      const [changed, paid] = await Promise.all([
        calls.patch(id, { expectedVersion: 1, applicationData: free }),
        calls.pay(id, code),
      ]);
      const { applicationData } = seen(await calls.get(id));
      const redeemed = (await findVoucher(world.table, code))?.redeemedAt !== null;
      expect(statuses([changed, paid])[0]).toBe(200);
      expect({ type: applicationData.residencyType, redeemed }).toEqual(
        paid.status === 200
          ? { type: 'e_resident', redeemed: true }
          : { type: 'limited_e_resident', redeemed: false },
      );
    }
  });
});

it('a voucher and a payment notification in parallel settle the invoice once', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const { id } = await aPartnerDraft(world, partner);
    const { body } = await calls.checkout(id);
    const url = new URL((body as { data: { url: string } }).data.url);
    const payment = await aPayment(world, url.pathname);
    const code = await aVoucher(world);
    const [paid, reported] = await Promise.all([calls.pay(id, code), report(world, payment)]);
    expect([
      [200, 'duplicate'],
      [400, 'settled'],
    ]).toContainEqual([paid.status, reported.outcome]);
    expect(await actions(id, 'paid')).toBe(1);
    expect(seen(await calls.get(id)).version).toBe(2);
  }
});
