import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { aHolder } from '../support/holders.ts';
import {
  aPartner,
  applicationData,
  type Partner,
  partnerCalls,
  refusalOf,
  seen,
  sworn,
} from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { type Answer, startWorld, type World } from '../support/world.ts';

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

  it('is stored as it was created, whatever its spelling in the request', async () => {
    const { id } = await aResident(world);
    const code = await ownedBy('natural_person', id, { code: 'Friend-1' });
    const draft = seen(await create(' friend-1 '));
    expect(draft['referralCode']).toBe(code);
    expect(refusalOf(await create('Friend-2'))).toBe('400 referral.unknown_code');
    expect(refusalOf(await create('no code at all'))).toBe('400 referral.unknown_code');
  });

  it('does not replace another code of the application', async () => {
    const [one, other] = [
      await ownedBy('natural_person', (await aResident(world)).id),
      await ownedBy('natural_person', (await aResident(world)).id),
    ];
    const applicationData_ = applicationData();
    const { id } = seen(
      await calls.create({ applicationData: applicationData_, referralCode: one }),
    );
    const patch = (expectedVersion: number, referralCode?: string) =>
      calls.patch(id, { expectedVersion, applicationData: applicationData_, referralCode });
    expect(refusalOf(await patch(1, other))).toBe('409 referral.already_attributed');
    expect(seen(await patch(1, one.toLowerCase()))['referralCode']).toBe(one);
    expect(seen(await patch(2))['referralCode']).toBe(one);
  });
});

/** Kinds of accounts that an email address can have; each makes a new address. */
const kinds: Readonly<Record<string, () => Promise<string>>> = {
  'no account': async () => address(),
  'an account that operators made': async () => (await anAccount()).email,
  'an account of the same name': async () =>
    (await anAccount({ givenName: 'Ada', surname: 'Lovelace', dateOfBirth: '1990-12-10' })).email,
  'an account of somebody else': async () =>
    (await anAccount({ givenName: 'Grace', surname: 'Hopper', dateOfBirth: '1990-12-09' })).email,
  'an account that somebody signs in to': async () => (await aHolder(world)).email,
  'a deactivated account': async () => {
    const { id, email } = await anAccount();
    await world.admin('POST', `/persons/${id}/deactivate`);
    return email;
  },
  'an account that another code has brought': async () =>
    (await anAccount({ referralCode: otherCode })).email,
  'the account that owns the code': async () => {
    const { id, email } = await anAccount();
    await created(world, '/referral_codes', { ownerType: 'natural_person', ownerId: id });
    return email;
  },
  'a resident': async () => (await aResident(world)).email,
};

let otherCode = '';
beforeAll(async () => {
  const { id } = await aResident(world);
  const owner = { ownerType: 'natural_person', ownerId: id };
  otherCode = String((await created(world, '/referral_codes', owner))['code']);
});

let addresses = 0;
// All of the same length, so that the lengths of answers can be compared as well.
function address(): string {
  addresses += 1;
  return `stranger-${String(addresses).padStart(4, '0')}@people.example`;
}
async function anAccount(fields: object = {}) {
  const { id, email } = await created(world, '/persons', { email: address(), ...fields });
  return { id, email: String(email) };
}

/** A code owned by the person with the address, or else by someone new. */
async function codeFor(email: string): Promise<string> {
  const account = await findPersonByEmail(world.table, email);
  const ownerId = account?.id ?? (await aResident(world)).id;
  const owner = { ownerType: 'natural_person', ownerId };
  return String((await created(world, '/referral_codes', owner))['code']);
}

describe('what a partner can learn about the people behind an address', () => {
  /** An answer without the values that differ between applications, and the calls to the table. */
  async function observed(ask: () => Promise<Answer>, email: string, code: string) {
    world.proxy.calls.reset();
    const { status, headers, body } = await ask();
    const text = JSON.stringify(body)
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
      .replaceAll(/agreements\/[\w-]{43}/g, 'agreements/TOKEN')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
      .replaceAll(email, 'EMAIL')
      .replaceAll(code, 'CODE');
    return {
      status,
      headers: [...headers.keys()].toSorted(),
      body: JSON.parse(text) as unknown,
      // Parallel calls start in any order.
      calls: world.proxy.calls
        .list()
        .map(({ operation }) => operation)
        .toSorted(),
    };
  }

  /** Everything that a partner can do with an address before an operator reviews it. */
  async function everything(email: string) {
    const code = await codeFor(email);
    const details = { ...sworn, dateOfBirth: '1990-12-10', phoneNumber: '+44 20 7946 0000' };
    const before = world.mails.length;
    await world.settle();
    const mailsBefore = world.mails.filter(({ to }) => to === email).length;
    const seenOf = (ask: () => Promise<Answer>) => observed(ask, email, code);
    let id = '';
    const createdWith = await seenOf(async () => {
      const data = applicationData({ ...details, email });
      const answer = await calls.create({ applicationData: data, referralCode: code });
      id = seen(answer).id;
      return answer;
    });
    const read = await seenOf(() => calls.get(id));
    const elsewhere = applicationData({ ...details, email: address() });
    const draft = seen(await calls.create({ applicationData: elsewhere }));
    world.clock.now += 1_000;
    const moved = applicationData({ ...details, email });
    const patchedTo = await seenOf(() =>
      calls.patch(draft.id, { expectedVersion: 1, applicationData: moved, referralCode: code }),
    );
    const renamed = applicationData({ ...details, email, givenName: 'Grace' });
    const patchedName = await seenOf(() =>
      calls.patch(draft.id, { expectedVersion: 2, applicationData: renamed }),
    );
    const submitted = await seenOf(() => calls.submit(id));
    await world.settle();
    const mails = world.mails.filter(({ to }) => to === email).length - mailsBefore;
    expect(world.mails.length).toBeGreaterThan(before);
    return { createdWith, read, patchedTo, patchedName, submitted, mails };
  }

  it.each(Object.keys(kinds).slice(1))(
    'is the same for %s as for no account: answers, headers, reads, writes and emails',
    async (kind) => {
      const stranger = await everything(await made('no account'));
      const known = await everything(await made(kind));
      expect(stranger.createdWith).toMatchObject({
        status: 200,
        body: { data: { applicantPortalAccess: { claimLinkSent: true, hasLoggedIn: false } } },
      });
      expect(stranger.mails).toBe(2);
      expect(known).toEqual(stranger);
    },
  );

  async function made(kind: string): Promise<string> {
    const make = kinds[kind];
    if (make === undefined) throw new Error(`there is no ${kind}`);
    return make();
  }
});

describe('the emails to applicants caused by an integration', () => {
  const access = (answer: Answer) => seen(answer)['applicantPortalAccess'];

  it('stop for the UTC day at its limit, for every kind of address, and start again the next day', async () => {
    const few = await aPartner(world, { claimMailsPerDay: 2 });
    const { create, patch } = partnerCalls(world, few);
    const { email: holder } = await aHolder(world);
    for (let count = 0; count < 2; count += 1) {
      const answer = await create({ applicationData: applicationData() });
      expect(access(answer)).toMatchObject({ claimLinkSent: true });
    }
    const beyond = { hasLoggedIn: false, claimLinkSent: false, claimLinkSentAt: null };
    for (const email of [address(), holder]) {
      const before = world.mails.filter(({ to }) => to === email).length;
      const draft = await create({ applicationData: applicationData({ email }) });
      expect(access(draft)).toEqual({ ...beyond, email, lastLogin: null });
      const moved = applicationData({ email: ` ${email}x` });
      const { id } = seen(draft);
      const patched = await patch(id, { expectedVersion: 1, applicationData: moved });
      expect(access(patched)).toMatchObject(beyond);
      await world.settle();
      expect(world.mails.filter(({ to }) => to === email)).toHaveLength(before);
    }
    // Another integration has its own daily count.
    const other = await calls.create({ applicationData: applicationData() });
    expect(access(other)).toMatchObject({ claimLinkSent: true });
    world.clock.now += 86_400_000;
    const next = await create({ applicationData: applicationData() });
    expect(access(next)).toMatchObject({ claimLinkSent: true });
  });

  it('stop exactly at the limit if requested in parallel', async () => {
    const few = await aPartner(world, { claimMailsPerDay: 5 });
    const { create } = partnerCalls(world, few);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create({ applicationData: applicationData() })),
    );
    const sent = answers.map((answer) => Object(access(answer)).claimLinkSent);
    expect(sent.filter(Boolean)).toHaveLength(5);
  });

  it('are not counted for refused requests', async () => {
    const few = await aPartner(world, { claimMailsPerDay: 1 });
    const { create } = partnerCalls(world, few);
    const refused = { applicationData: applicationData(), referralCode: 'nobody-has-it' };
    expect((await create(refused)).status).toBe(400);
    const answer = await create({ applicationData: applicationData() });
    expect(access(answer)).toMatchObject({ claimLinkSent: true });
  });
});
