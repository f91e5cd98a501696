import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aPartner,
  aPartnerDraft,
  applicationData,
  type Partner,
  partnerCalls,
  refusalOf,
  seen,
} from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let partner: Partner;
let calls: ReturnType<typeof partnerCalls>;

beforeAll(async () => {
  world = await startWorld();
  world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
  partner = await aPartner(world);
  calls = partnerCalls(world, partner);
});
afterAll(() => world.stop());

describe('a referral code', () => {
  const create = (referralCode: string, details = {}) =>
    calls.create({ applicationData: applicationData(details), referralCode });
  const ownedBy = async (ownerType: string, ownerId: string, fields = {}) => {
    const { code } = await created(world, '/referral_codes', { ownerType, ownerId, ...fields });
    return String(code);
  };

  it('is kept, as it was created, whatever the spelling', async () => {
    const { id } = await aResident(world);
    const code = await ownedBy('natural_person', id, { code: 'Friend-1' });
    const draft = seen(await create(' friend-1 '));
    expect(draft['referralCode']).toBe(code);
    expect(refusalOf(await create('Friend-2'))).toBe('400 Unknown referral code');
    expect(refusalOf(await create('no code at all'))).toBe('400 Unknown referral code');
  });

  it('is not the applicant’s own, nor that of an entity that they represent', async () => {
    const ada = await aResident(world);
    const entity = await created(world, '/legal_entities', {
      optionId: 'llc',
      name: `Own ${ada.id}`,
      extension: 'LLC',
      representatives: [ada.id],
    });
    const details = { givenName: 'Test', surname: 'Resident', email: ada.email };
    const own = '400 An applicant cannot use a referral code of their own';
    expect(refusalOf(await create(await ownedBy('natural_person', ada.id), details))).toBe(own);
    expect(refusalOf(await create(await ownedBy('legal_entity', entity.id), details))).toBe(own);
    const allowed = await ownedBy('natural_person', ada.id, { selfReferralEnabled: true });
    expect((await create(allowed, details)).status).toBe(200);
    const foreign = await aResident(world);
    expect((await create(await ownedBy('natural_person', foreign.id), details)).status).toBe(200);
  });

  it('does not replace another one: not the account’s, not the application’s', async () => {
    const [one, other] = [
      await ownedBy('natural_person', (await aResident(world)).id),
      await ownedBy('natural_person', (await aResident(world)).id),
    ];
    const email = 'referred@people.example';
    await created(world, '/persons', { email, referralCode: one });
    const attributed = '409 referral.already_attributed';
    expect(refusalOf(await create(other, { email }))).toBe(attributed);
    expect((await create(one, { email })).status).toBe(200);

    const applicationData_ = applicationData();
    const { id } = seen(
      await calls.create({ applicationData: applicationData_, referralCode: one }),
    );
    const patch = (expectedVersion: number, referralCode?: string) =>
      calls.patch(id, { expectedVersion, applicationData: applicationData_, referralCode });
    expect(refusalOf(await patch(1, other))).toBe(attributed);
    expect(seen(await patch(1, one.toLowerCase()))['referralCode']).toBe(one);
    expect(seen(await patch(2))['referralCode']).toBe(one);
  });
});

describe('an applicant whose address has an account', () => {
  const conflict = '409 application.account_linking_required';

  it('has to be its holder, as far as the account knows its holder', async () => {
    const email = 'holder@people.example';
    const { id } = await created(world, '/persons', {
      email,
      givenName: 'Ada',
      surname: 'Lovelace',
      dateOfBirth: '1990-12-10',
    });
    const create = (details: object) =>
      calls.create({ applicationData: applicationData({ email, ...details }) });
    expect((await create({})).status).toBe(200);
    expect((await create({ email: ' HOLDER@people.example', surname: 'LOVELACE' })).status).toBe(
      200,
    );
    expect(refusalOf(await create({ givenName: 'Grace' }))).toBe(conflict);
    expect(refusalOf(await create({ surname: 'Hopper' }))).toBe(conflict);
    expect(refusalOf(await create({ dateOfBirth: '1990-12-11' }))).toBe(conflict);
    await world.admin('POST', `/persons/${id}/deactivate`);
    expect(refusalOf(await create({}))).toBe(conflict);
  });

  it('may be anybody while the account knows no name', async () => {
    const email = 'nameless@people.example';
    await created(world, '/persons', { email });
    const answer = await calls.create({ applicationData: applicationData({ email }) });
    expect(answer.status).toBe(200);
  });

  it('is looked at again with every change', async () => {
    const email = 'taken@people.example';
    await created(world, '/persons', { email, givenName: 'Grace' });
    const { id, data } = await aPartnerDraft(world, partner);
    const personal = { ...data.personalDetails, email };
    const body = { expectedVersion: 1, applicationData: { ...data, personalDetails: personal } };
    expect(refusalOf(await calls.patch(id, body))).toBe(conflict);
    expect(seen(await calls.get(id)).version).toBe(1);
  });
});
