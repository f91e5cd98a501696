import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { applicationPayload } from '../support/drafts.ts';
import { anAgentKey, anEntity, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/legal_entity_applications';
const world = await useWorld();
const ada = await aResident(world);
const office = { line1: '1 Harbour Street', city: 'Port Town', postalCode: '1', country: 'HN' };
const payload = applicationPayload;

/** Returns a map with this many keys and values of this length. */
const manyTexts = (count: number, length: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`k${index}`, 'x'.repeat(length)]),
  );

const create = (body: unknown, key = ada.standardKey, headers = {}) =>
  world.call('POST', path, { key, body, headers });

describe('POST /api/v1/legal_entity_applications (spec 4.3)', () => {
  it('creates a draft with the stored layout and the signature link', async () => {
    const sent = payload({ name: '  Two   Spaces ', analytics: { industry: 'shipping' } });
    const { status, body } = await create({ applicationData: sent });
    const now = new Date(world.clock.now).toISOString();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          statusId: 'Draft',
          applicationVersion: '1.0.0',
          applicationData: {
            createdViaAPI: true,
            residencyType: 'e-Resident',
            entityDetails: {
              name: 'Two Spaces',
              extension: 'LLC',
              entityType: 'llc',
              jurisdictionOfFormation: 'Test Jurisdiction',
              nameStartsWithExtension: false,
              residentEmail: 'founders@client.example',
              principalOffice: office,
              representatives: [{ residentPermitNumber: ada.rpn }],
              registeredAgentProvider: 'registry_employment_solutions',
              registeredAgentDetails: null,
            },
            analytics: { industry: 'shipping' },
          },
          submittedAt: null,
          createdAt: now,
          approvedAt: null,
          rejectedAt: null,
          rejectedReason: null,
          rejectedReasonCode: null,
          reference: null,
          invoice: null,
          informationRequest: null,
          nextSteps: {
            signatureRequired: true,
            signatureUrl: expect.stringMatching(
              RegExp(`^${world.baseUrl}/portal/legal-entity-applications/[\\w-]{36}/sign$`),
            ),
            paymentRequired: true,
            informationRequired: false,
            informationUrl: null,
            pollAfterSeconds: 30,
          },
          legalEntityId: null,
        },
        nextSteps: {
          signature: expect.stringMatching(new RegExp(`^${world.baseUrl}/sign/[A-Za-z0-9_-]{43}$`)),
        },
      },
    });
  });

  it('requires no signature if the owner accepted the agreement in advance', async () => {
    const owner = await aResident(world);
    const scopes = ['agent:entity.application.create'];
    const agent = await anAgentKey(world, owner.id, scopes);
    const accept = (acceptedAgreements: string[]) =>
      world.admin('PUT', `/persons/${owner.id}/manifestation_of_will`, { acceptedAgreements });
    const signature = async (key: string, residencyType: string) => {
      const { body } = await create({ applicationData: payload({ residencyType }) }, key);
      return (body as { nextSteps: { signature: unknown } }).nextSteps.signature;
    };
    expect(await signature(agent, 'e-Resident')).toEqual(expect.any(String));
    await accept(['e-Resident']);
    expect(await signature(agent, 'e-Resident')).toBeNull();
    expect(await signature(agent, 'Resident')).toEqual(expect.any(String));
    expect(await signature(owner.standardKey, 'e-Resident')).toEqual(expect.any(String));
  });

  it('refuses other entity types than LLC before any other check', async () => {
    const answer = await create({ applicationData: { entityType: 'corp' }, redirectUrl: 5 });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Only LLCs are supported', code: 'entity.unsupported_type' },
    });
  });

  it.each([
    ['no applicationData', {}, ['applicationData']],
    ['an empty name', { applicationData: payload({ name: ' ' }) }, ['applicationData', 'name']],
    [
      'an unknown extension',
      { applicationData: payload({ extension: 'GmbH' }) },
      ['applicationData', 'extension'],
    ],
    [
      'an unknown residency type',
      { applicationData: payload({ residencyType: 'Tourist' }) },
      ['applicationData', 'residencyType'],
    ],
    [
      'a broken e-mail address',
      { applicationData: payload({ contactEmail: 'x' }) },
      ['applicationData', 'contactEmail'],
    ],
    [
      'an unknown agent provider',
      { applicationData: payload({ registeredAgentProvider: 'me' }) },
      ['applicationData', 'registeredAgentProvider'],
    ],
    [
      'an absent agent',
      { applicationData: payload({ registeredAgentDetails: undefined }) },
      ['applicationData', 'registeredAgentDetails'],
    ],
    [
      'an address without a city',
      { applicationData: payload({ principalOffice: { ...office, city: undefined } }) },
      ['applicationData', 'principalOffice', 'city'],
    ],
    [
      'a name with an invisible character',
      { applicationData: payload({ name: 'Ac\u200bme' }) },
      ['applicationData', 'name'],
    ],
    [
      'a name that ends in a legal ending',
      { applicationData: payload({ name: 'Tidewater Trading LLC' }) },
      ['applicationData', 'name'],
    ],
    [
      'a name of signs alone',
      { applicationData: payload({ name: '***' }) },
      ['applicationData', 'name'],
    ],
    [
      'an address that is written from right to left',
      { applicationData: payload({ principalOffice: { ...office, line1: 'Pier \u202e1' } }) },
      ['applicationData', 'principalOffice', 'line1'],
    ],
    [
      'analytics of more than 20,000 bytes',
      { applicationData: payload({ analytics: manyTexts(50, 2000) }) },
      ['applicationData', 'analytics'],
    ],
    [
      'a redirect to plain http',
      { applicationData: payload(), redirectUrl: 'http://client.example/' },
      ['redirectUrl'],
    ],
    [
      'a redirect to a script',
      { applicationData: payload(), redirectUrl: 'javascript:alert(1)' },
      ['redirectUrl'],
    ],
    [
      'a relative redirect',
      { applicationData: payload(), redirectUrl: '/signed' },
      ['redirectUrl'],
    ],
  ])('refuses %s with 400 and the path of the field', async (_, body, index) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: index }],
      },
    });
  });

  it('lists at most a hundred violations, and says that there are more', async () => {
    const { status, body } = await create({
      applicationData: payload({ analytics: manyTexts(101, 2001) }),
    });
    const { details, ...rest } = body as { details: readonly unknown[] };
    expect({ status, ...rest }).toEqual({
      status: 400,
      error: 'Invalid request body',
      code: 'request.invalid_body',
      error_description: 'There are more violations: these are the first 100.',
      requestId: expect.any(String),
    });
    expect(details).toHaveLength(100);
  });

  it('keeps an application with the longest texts below the item size limit', async () => {
    const long = (length: number) => '漢'.repeat(length);
    const address = {
      line1: long(200),
      line2: long(200),
      city: long(100),
      state: long(100),
      postalCode: long(20),
      country: long(100),
    };
    const { status, body } = await create({
      applicationData: payload({
        name: long(200),
        principalOffice: address,
        registeredAgentProvider: null,
        registeredAgentDetails: {
          attn: long(200),
          residentPermitNumber: ada.rpn,
          officeAddress: address,
          mailingAddress: address,
        },
        analytics: manyTexts(50, 390),
      }),
      redirectUrl: `https://client.example/${'x'.repeat(1900)}`,
    });
    expect(status).toBe(200);
    const { id } = (body as { data: { id: string } }).data;
    const item = await getItem(world.deps.table, keys.application(ada.id, id));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(50_000);
  });

  it('accepts the provider under its alternative name', async () => {
    const sent = payload({ registeredAgentProvider: 'prospera_employment_solutions' });
    const { body } = await create({ applicationData: sent });
    expect(body).toMatchObject({
      data: {
        applicationData: {
          entityDetails: { registeredAgentProvider: 'registry_employment_solutions' },
        },
      },
    });
  });

  it('accepts only active residents and e-residents', async () => {
    const refused = {
      status: 403,
      body: {
        error: 'You must be an active resident to create a legal entity application',
        code: 'applicant.not_active_resident',
      },
    };
    const { standardKey: expired } = await aResident(world, {
      terminationDate: '2025-01-01T00:00:00.000Z',
    });
    const { standardKey: limited } = await aResident(world, {
      residencyType: 'Limited e-Resident',
    });
    expect(await create({ applicationData: payload() }, expired)).toMatchObject(refused);
    expect(await create({ applicationData: payload() }, limited)).toMatchObject(refused);
  });

  it('requires the provider or a resident as registered agent', async () => {
    const own = (residentPermitNumber: string) => ({
      registeredAgentProvider: null,
      registeredAgentDetails: {
        attn: 'Front desk',
        residentPermitNumber,
        officeAddress: office,
        mailingAddress: office,
      },
    });
    const oneOf = {
      status: 400,
      body: {
        error:
          'Either registeredAgentProvider or registeredAgentDetails must be provided, but not both.',
      },
    };
    const both = { ...own(ada.rpn), registeredAgentProvider: 'registry_employment_solutions' };
    const none = { registeredAgentProvider: null };
    expect(await create({ applicationData: payload(both) })).toMatchObject(oneOf);
    expect(await create({ applicationData: payload(none) })).toMatchObject(oneOf);
    expect((await create({ applicationData: payload(own(ada.rpn)) })).status).toBe(200);
    const { rpn: former } = await aResident(world, { terminationDate: '2025-01-01T00:00:00.000Z' });
    for (const rpn of [former, '90000000000000']) {
      expect(await create({ applicationData: payload(own(rpn)) })).toMatchObject({
        status: 400,
        body: {
          error: 'Registered agent residentPermitNumber must belong to an active resident',
          code: 'registered_agent.not_active_resident',
        },
      });
    }
  });

  it('accepts only a referral code of the caller or their entity', async () => {
    const { id: entityId } = await anEntity(world, { representatives: [ada.id] });
    const grace = await aResident(world);
    const code = async (ownerType: string, ownerId: string, selfReferralEnabled: boolean) =>
      String(
        (await created(world, '/referral_codes', { ownerType, ownerId, selfReferralEnabled }))[
          'code'
        ],
      );
    const own = await code('natural_person', ada.id, true);
    const ofEntity = await code('legal_entity', entityId, false);
    const foreign = await code('natural_person', grace.id, true);
    const referred = (referralCode: string) => create({ applicationData: payload(), referralCode });
    expect((await referred(own)).status).toBe(200);
    expect((await referred(ofEntity.toLowerCase())).status).toBe(200);
    for (const unusable of [foreign, 'NO-SUCH-CODE', '!?']) {
      expect(await referred(unusable)).toMatchObject({
        status: 400,
        body: {
          error: 'Referral code not found or does not belong to you',
          code: 'referral.not_found',
        },
      });
    }
  });

  it('refuses the name of another LLC in any case, and a reserved name', async () => {
    await anEntity(world, { name: 'Already There' });
    await created(world, '/reserved_names', { name: 'Kept Back' });
    expect(await create({ applicationData: payload({ name: 'ALREADY  there' }) })).toMatchObject({
      status: 409,
      body: { error: 'A legal entity with this name already exists', code: 'entity.name_taken' },
    });
    expect(await create({ applicationData: payload({ name: 'kept back' }) })).toMatchObject({
      status: 409,
      body: { error: 'This legal entity name is reserved', code: 'entity.name_reserved' },
    });
  });

  it('takes three sequential round trips to the table', async () => {
    world.proxy.calls.reset();
    await create({ applicationData: payload() });
    expect(world.proxy.calls.roundTrips()).toBe(3);
  });
});

describe('GET /api/v1/legal_entity_applications (spec 4.4, 4.5)', () => {
  const idOf = (answer: { body: unknown }) => (answer.body as { data: { id: string } }).data.id;

  it('lists the caller’s applications newest first, and shows each', async () => {
    const owner = await aResident(world);
    const first = await create({ applicationData: payload() }, owner.standardKey);
    world.clock.now += 1;
    const second = await create({ applicationData: payload() }, owner.standardKey);
    const { body } = await world.call('GET', path, { key: owner.standardKey });
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([
      idOf(second),
      idOf(first),
    ]);
    const one = await world.call('GET', `${path}/${idOf(first)}`, { key: owner.standardKey });
    expect(one.body).toEqual({ data: (first.body as { data: unknown }).data });
  });

  it('returns 404 for other people’s applications and for an invalid id', async () => {
    const id = idOf(await create({ applicationData: payload() }));
    const grace = await aResident(world);
    for (const requested of [id, 'nothing', '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11']) {
      const answer = await world.call('GET', `${path}/${requested}`, { key: grace.standardKey });
      expect(answer).toMatchObject({
        status: 404,
        body: { error: 'Legal entity application not found', code: 'application.not_found' },
      });
    }
  });
});

describe('Idempotency-Key on POST /api/v1/legal_entity_applications', () => {
  it('replays the stored response and creates nothing', async () => {
    const owner = await aResident(world);
    const body = { applicationData: payload() };
    const headers = { 'Idempotency-Key': 'first' };
    const once = await create(body, owner.standardKey, headers);
    // The same JSON with its keys in another order.
    const turned = Object.fromEntries(Object.entries(body.applicationData).toReversed());
    const again = await create({ applicationData: turned }, owner.standardKey, headers);
    expect(again.body).toEqual(once.body);
    expect([once, again].map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([
      null,
      'true',
    ]);
    const list = await world.call('GET', path, { key: owner.standardKey });
    expect((list.body as { data: unknown[] }).data).toHaveLength(1);
  });

  it('refuses the key with another body, but only for the same owner', async () => {
    const headers = { 'Idempotency-Key': 'shared name' };
    await create({ applicationData: payload() }, ada.standardKey, headers);
    expect(await create({ applicationData: payload() }, ada.standardKey, headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency.key_reused' },
    });
    const grace = await aResident(world);
    const other = await create({ applicationData: payload() }, grace.standardKey, headers);
    expect(other.status).toBe(200);
  });

  it('stores refusals by business rules, but not for invalid bodies', async () => {
    const headers = { 'Idempotency-Key': 'refused' };
    const taken = payload({ name: 'Will Be Taken' });
    const { id } = await anEntity(world, { name: 'Will Be Taken' });
    expect((await create({ applicationData: taken }, ada.standardKey, headers)).status).toBe(409);
    await world.admin('PATCH', `/legal_entities/${id}`, { name: 'Gave It Up' });
    const kept = await create({ applicationData: taken }, ada.standardKey, headers);
    expect([kept.status, kept.headers.get('idempotency-replayed')]).toEqual([409, 'true']);

    const retried = { 'Idempotency-Key': 'mended' };
    expect((await create({}, ada.standardKey, retried)).status).toBe(400);
    expect((await create({ applicationData: payload() }, ada.standardKey, retried)).status).toBe(
      200,
    );
  });

  it('carries out only one of ten simultaneous requests', async () => {
    const owner = await aResident(world);
    const body = { applicationData: payload() };
    const headers = { 'Idempotency-Key': 'crowd' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(body, owner.standardKey, headers)),
    );
    for (const { status, body: answer, headers: received } of answers) {
      if (status === 200) continue;
      expect(answer).toMatchObject({ code: 'idempotency.in_progress' });
      expect(received.get('retry-after')).toBe('1');
    }
    const list = await world.call('GET', path, { key: owner.standardKey });
    expect((list.body as { data: unknown[] }).data).toHaveLength(1);
  });

  it('accepts 255 characters and refuses 256', async () => {
    const send = (length: number) =>
      create({ applicationData: payload() }, ada.standardKey, {
        'Idempotency-Key': 'k'.repeat(length),
      });
    expect((await send(255)).status).toBe(200);
    expect((await send(256)).status).toBe(400);
  });
});
