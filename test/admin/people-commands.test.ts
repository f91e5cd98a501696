import { randomUUID } from 'node:crypto';
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

describe('npm run admin, for people,', () => {
  it('registers, finds, changes, deactivates and reactivates them', async () => {
    const ada = await one(
      'persons create --email ada@example.com --given-name Ada --surname Lovelace --sex female ' +
        '--date-of-birth 1985-12-10 --country-of-birth GB --citizenships GB --citizenships HN ' +
        '--phone-number "+44 20 7946 0958" --address-line1 "1 Harbour Street" --address-city "Port Town" ' +
        '--address-postal-code 10100 --address-country HN',
    );
    const { id, createdAt, ...details } = ada;
    expect(details).toEqual({
      email: 'ada@example.com',
      emailVerified: false,
      givenName: 'Ada',
      surname: 'Lovelace',
      dateOfBirth: '1985-12-10',
      sex: 'female',
      countryOfBirth: 'GB',
      citizenships: ['GB', 'HN'],
      address: expect.objectContaining({ line1: '1 Harbour Street', country: 'HN' }),
      phoneNumber: '+44 20 7946 0958',
      residentPermitNumber: null,
      residency: null,
      status: 'active',
    });
    expect(await admin(`persons show ${id}`)).toEqual(ada);
    expect(await admin('persons list --email ADA@example.com')).toEqual([ada]);
    const revised = await admin(
      `persons update ${id} --phone-number none --address none --citizenships none --surname King`,
    );
    const expected = {
      ...ada,
      phoneNumber: null,
      address: null,
      citizenships: [],
      surname: 'King',
    };
    expect(revised).toEqual(expected);
    const off = { ...expected, status: 'deactivated' };
    expect(await admin(`persons deactivate ${id} --yes`)).toEqual(off);
    expect(await admin(`persons reactivate ${id}`)).toEqual(expected);
    expect(await read(`/persons/${id}`)).toEqual(expected);
  });

  it('grants and terminates residencies', async () => {
    const { id } = await aPerson();
    const granted = await one(
      `residencies grant ${id} --residency-type "Limited e-Resident" --effective-date 2024-01-01 --termination-date 2030-01-01`,
    );
    expect(granted).toEqual({
      id: granted.id,
      residencyType: 'Limited e-Resident',
      effectiveDate: '2024-01-01T00:00:00.000Z',
      terminationDate: '2030-01-01T00:00:00.000Z',
      active: true,
      residentPermitNumber: expect.stringMatching(/^9\d{13}$/),
    });
    const end = { terminationDate: '2026-01-01T00:00:00.000Z', active: false };
    expect(
      await admin(`residencies terminate ${id} ${granted.id} --termination-date 2026-01-01`),
    ).toEqual({ ...granted, ...end });
  });

  it('signs, shows and revokes the Manifestation of Will, and issues, lists and revokes keys', async () => {
    const { id } = await aPerson();
    const signed = await admin(`will sign ${id} --accepted-agreements e-Resident`);
    expect(signed).toMatchObject({ active: true, acceptedAgreements: ['e-Resident'] });
    expect(await admin(`will show ${id}`)).toEqual(signed);
    const { key, ...issued } = await one(
      `keys issue ${id} --kind agent --label "back office" --scopes agent:verify_rpn --scopes agent:entity.read ` +
        '--limits-per-minute 100 --limits-per-day 10000',
    );
    const scopes = ['agent:verify_rpn', 'agent:entity.read'];
    expect(issued).toMatchObject({ kind: 'agent', label: 'back office', scopes });
    const whoAmI = () => world.call('GET', '/api/v1/whoami', { key: String(key) });
    expect(await whoAmI()).toMatchObject({ status: 200 });
    // The use is recorded in parallel with the call, which does not wait for it.
    const used = { ...issued, lastUsedOn: expect.toBeOneOf([null, '2026-03-01']) };
    expect(await admin(`keys list ${id}`)).toEqual([used]);
    const change = (options: string) => one(`keys change ${id} ${issued.id} ${options}`);
    const entityId = randomUUID();
    const dailyLimits = { payments: 2 };
    expect(await change(`--daily-limits-payments 2 --legal-entity-ids ${entityId}`)).toMatchObject({
      dailyLimits,
      legalEntityIds: [entityId],
    });
    const limited = { dailyLimits, legalEntityIds: null };
    expect(await change('--legal-entity-ids none')).toMatchObject(limited);
    expect(await one(`keys revoke ${id} ${issued.id} --yes`)).toEqual({
      ...used,
      ...limited,
      revokedAt: '2026-03-01T12:00:00.000Z',
    });
    expect(await whoAmI()).toMatchObject({ status: 401 });
    expect(await admin(`will revoke ${id} --yes`)).toMatchObject({ active: false });
  });

  it('requests a comparison of keys with API Gateway, and shows its progress', async () => {
    const asked = await admin('keys reconcile ');
    expect(asked).toMatchObject({ state: 'waiting', carryOut: false, finishedAt: null });
    const better = await admin('keys reconcile --carry-out');
    expect(better).toMatchObject({ state: 'waiting', carryOut: true, keys: 0 });
    expect(better).not.toMatchObject({ id: Reflect.get(Object(asked), 'id') });
    expect(await admin('keys reconciled ')).toEqual(better);
    const trail = await admin('audit list --action gateway_keys.compared');
    // Both have the same timestamp, so their order is undefined.
    expect(trail).toHaveLength(2);
    expect(trail).toEqual(
      expect.arrayContaining(
        [true, false].map((carryOut) =>
          expect.objectContaining({
            subject: { type: 'gateway_run', id: expect.any(String) },
            details: { carryOut },
          }),
        ),
      ),
    );
  });
});
