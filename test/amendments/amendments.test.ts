import { beforeEach, describe, expect, it } from 'vitest';
import { AmendmentAnswer, PreparedAmendment } from '../../shared/amendments/contracts/amendment.ts';
import { unknownId } from '../support/admin.ts';
import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  type Filer,
  filingIn,
  freshName,
  pay,
  propose,
  readFiling,
  refusalOf,
  revise,
  sign,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { anEntity, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const now = () => new Date(world.clock.now).toISOString();
const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
const nothing = {
  name: null,
  extension: null,
  nameStartsWithExtension: null,
  principalOfficeAddress: null,
};
const filingNotFound = {
  status: 404,
  error: 'Amendment filing not found',
  code: 'filing.not_found',
};
const invalidBody = { status: 400, error: 'Invalid request body', code: 'request.invalid_body' };
const locked = {
  status: 409,
  error: 'The open amendment filing is locked',
  code: 'filing.locked',
};
const taken = {
  status: 409,
  error: 'A legal entity with this name already exists',
  code: 'entity.name_taken',
};

describe('POST …/amendments (spec 4.15)', () => {
  it('creates the draft and returns its next steps both at the top level and in the filing', async () => {
    const { status, body } = await propose(world, filer, {
      name: '  Harbour   Works ',
      principalOfficeAddress: office,
    });
    const data = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      legalEntityId: filer.entityId,
      statusId: 'Draft',
      proposedChanges: { ...nothing, name: 'Harbour Works', principalOfficeAddress: office },
      signed: false,
      signedAt: null,
      invoice: null,
      submittedAt: null,
      approvedAt: null,
      rejectedAt: null,
      rejectedReason: null,
      rejectedReasonCode: null,
      reference: null,
      informationRequest: null,
      createdAt: now(),
      updatedAt: now(),
      nextSteps: {
        changesRequired: false,
        signatureRequired: true,
        signatureUrl: expect.any(String),
        paymentRequired: true,
        reviewDispatchPending: false,
        submitReady: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 30,
      },
    };
    expect({ status, body }).toEqual({
      status: 200,
      body: { data, nextSteps: data.nextSteps },
    });
    const answer = PreparedAmendment.parse(body);
    expect(answer.nextSteps).toEqual(answer.data.nextSteps);
    expect(answer.nextSteps.signatureUrl).toBe(
      `${world.baseUrl}/portal/legal-entities/${filer.entityId}/amendments/${answer.data.id}/sign`,
    );
  });

  it('replaces all proposals, clears missing fields and voids the signature', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName(), extension: 'L.L.C.' });
    const first = await readFiling(world, filer, id);
    expect(first).toMatchObject({ signed: true, signedAt: now() });
    world.clock.now += 1000;
    const second = filingIn(await propose(world, filer, { nameStartsWithExtension: true }));
    expect(second).toEqual({
      ...first,
      proposedChanges: { ...nothing, nameStartsWithExtension: true },
      signed: false,
      signedAt: null,
      updatedAt: now(),
      nextSteps: {
        ...first.nextSteps,
        signatureRequired: true,
        signatureUrl: expect.any(String),
      },
    });
  });

  it('accepts alternative field names, and the contract’s names take precedence', async () => {
    const aliases = {
      updatedName: freshName(),
      updatedExtension: 'SRL',
      updatedNameStartsWithExtension: true,
      updatedAddress: office,
    };
    expect(filingIn(await propose(world, filer, aliases))['proposedChanges']).toEqual({
      name: aliases.updatedName,
      extension: 'SRL',
      nameStartsWithExtension: true,
      principalOfficeAddress: office,
    });
    const both = { ...aliases, name: null, extension: 'LC', nameStartsWithExtension: false };
    expect(filingIn(await propose(world, filer, both))['proposedChanges']).toEqual({
      name: null,
      extension: 'LC',
      nameStartsWithExtension: false,
      principalOfficeAddress: office,
    });
  });

  it.each<[string, object]>([
    ['an empty body', {}],
    ['nulls only', { name: null, updatedAddress: null }],
    ['unknown keys only', { title: 'Acme' }],
    ['a blank name', { name: '  ' }],
    ['a name over 200 characters', { name: 'x'.repeat(201) }],
    ['a name that ends in a legal ending', { updatedName: 'Acme, L.L.C.' }],
    ['an extension over 50 characters', { extension: 'x'.repeat(51) }],
    ['an order that is not a boolean', { nameStartsWithExtension: 'true' }],
    ['an office without a city', { principalOfficeAddress: { ...office, city: undefined } }],
    [
      'a line of the office over 200 characters',
      { updatedAddress: { ...office, line1: 'x'.repeat(201) } },
    ],
  ])('refuses %s with 400', async (_, body) => {
    expect(refusalOf(await propose(world, filer, body))).toEqual(invalidBody);
  });

  it('ignores unknown keys if there is also a change', async () => {
    expect((await propose(world, filer, { extension: 'LC', title: 5 })).status).toBe(200);
  });

  it('refuses with 409 while the open filing is awaiting payment or under review', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    await pay(world, filer, id, 'NO-SUCH-CODE');
    expect(refusalOf(await propose(world, filer, { extension: 'SRL' }))).toEqual(locked);
    await pay(world, filer, id, await aVoucher(world));
    expect(await readFiling(world, filer, id)).toMatchObject({ statusId: 'Pending Review' });
    expect(refusalOf(await propose(world, filer, { extension: 'SRL' }))).toEqual(locked);
  });

  it('refuses a taken or reserved name with 409, but accepts the entity’s own name', async () => {
    const other = await anEntity(world);
    const name = String(other['name']);
    expect(refusalOf(await propose(world, filer, { name: name.toUpperCase() }))).toEqual(taken);
    const reserved = freshName();
    await created(world, '/reserved_names', { name: reserved });
    expect(refusalOf(await propose(world, filer, { name: reserved }))).toEqual({
      status: 409,
      error: 'This legal entity name is reserved',
      code: 'entity.name_reserved',
    });
    expect((await propose(world, filer, { name: filer.entityName.toUpperCase() })).status).toBe(
      200,
    );
  });

  it('refuses a dissolved entity with 409', async () => {
    await world.admin('PATCH', `/legal_entities/${filer.entityId}`, { dissolutionDate: now() });
    expect(refusalOf(await propose(world, filer, { extension: 'LC' }))).toEqual({
      status: 409,
      error: 'The legal entity is dissolved',
      code: 'entity.dissolved',
    });
  });

  it('replays its response for the same Idempotency-Key', async () => {
    const request = {
      key: filer.standardKey,
      body: { extension: 'LC' },
      headers: { 'idempotency-key': 'one' },
    };
    const first = await world.call('POST', filer.path, request);
    const again = await world.call('POST', filer.path, request);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('PATCH …/amendments/{filingId} (spec 4.15)', () => {
  it('keeps missing fields, clears null fields and voids the signature', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name, extension: 'LC' });
    world.clock.now += 1000;
    const { status, body } = await revise(world, filer, id, {
      extension: null,
      updatedAddress: office,
    });
    expect(status).toBe(200);
    const { data, nextSteps } = PreparedAmendment.parse(body);
    expect(data).toMatchObject({
      proposedChanges: { ...nothing, name, principalOfficeAddress: office },
      signed: false,
      signedAt: null,
      updatedAt: now(),
    });
    expect(nextSteps).toEqual(data.nextSteps);
  });

  it('requires changes if everything was cleared, and the filing cannot be signed', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    expect(filingIn(await revise(world, filer, id, { extension: null })).nextSteps).toEqual({
      changesRequired: true,
      signatureRequired: false,
      signatureUrl: null,
      paymentRequired: true,
      reviewDispatchPending: false,
      submitReady: false,
      informationRequired: false,
      informationUrl: null,
      pollAfterSeconds: 30,
    });
    expect((await sign(world, filer, id)).status).toBe(400);
  });

  it('writes nothing and keeps the signature if nothing changes', async () => {
    const id = await aSignedFiling(world, filer, { extension: 'LC' });
    const before = await readFiling(world, filer, id);
    world.clock.now += 1000;
    expect(filingIn(await revise(world, filer, id, { extension: 'LC', name: null }))).toEqual(
      before,
    );
  });

  it.each<[string, object]>([
    ['an empty body', {}],
    ['unknown keys only', { title: null }],
    ['a blank extension', { extension: '' }],
    ['a name that ends in a legal ending', { name: 'Acme Limited Company' }],
  ])('refuses %s with 400', async (_, body) => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    expect(refusalOf(await revise(world, filer, id, body))).toEqual(invalidBody);
  });

  it('refuses a taken name, and any filing that is not a draft, with 409', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const name = String((await anEntity(world))['name']);
    expect(refusalOf(await revise(world, filer, id, { name }))).toEqual(taken);
    await sign(world, filer, id);
    await pay(world, filer, id, 'NO-SUCH-CODE');
    expect(refusalOf(await revise(world, filer, id, { extension: 'SRL' }))).toEqual(locked);
    await pay(world, filer, id, await aVoucher(world));
    expect(refusalOf(await revise(world, filer, id, { extension: 'SRL' }))).toEqual(locked);
  });
});

describe('reading amendments (spec 4.15)', () => {
  it('returns all filings of the entity, newest first, and each by id', async () => {
    const first = await aSubmittedFiling(world, filer, { extension: 'LC' });
    await world.settle();
    const { body } = await world.admin('GET', `/reviews?subjectId=${first}`);
    const [review] = (body as { data: { id: string }[] }).data;
    await world.admin('POST', `/reviews/${review?.id}/decision`, {
      decision: 'reject',
      reason: 'No.',
    });
    await world.settle();
    world.clock.now += 1000;
    const second = filingIn(await propose(world, filer, { extension: 'SRL' }));
    const { body: listed } = await world.call('GET', filer.path, { key: filer.standardKey });
    expect(listed).toEqual({ data: [second, await readFiling(world, filer, first)] });
    expect(await readFiling(world, filer, first)).toMatchObject({
      statusId: 'Rejected',
      rejectedReason: 'No.',
      invoice: { statusId: 'paid' },
    });
    const answer = await world.call('GET', `${filer.path}/${second.id}`, { key: filer.agentKey });
    expect(AmendmentAnswer.parse(answer.body)).toEqual({ data: second });
  });

  it('returns 404 for an unknown filing, another entity’s filing and an invalid id', async () => {
    const other = await aFiler(world);
    const { id } = filingIn(await propose(world, other, { extension: 'LC' }));
    for (const filingId of [unknownId, id, 'x', 'x'.repeat(2000)]) {
      const path = `${filer.path}/${filingId}`;
      const key = filer.standardKey;
      const answers = [
        await world.call('GET', path, { key }),
        await world.call('PATCH', path, { key, body: { extension: 'LC' } }),
        await world.call('POST', `${path}/pay/voucher`, { key, body: { voucherCode: 'V' } }),
        await world.call('POST', `${path}/submit`, { key }),
      ];
      expect(answers.map(refusalOf)).toEqual(answers.map(() => filingNotFound));
    }
  });
});
