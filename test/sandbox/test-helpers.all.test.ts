import { beforeEach, describe, expect, it } from 'vitest';
import { operatorOf, unknownId } from '../support/admin.ts';
import { aResidencySubmission } from '../support/applicants.ts';
import { aPartner, aPartnerDraft, applicationsPath, partnerCalls } from '../support/partners.ts';
import { aWaitingCase, caseTypes, type WaitingCase } from '../support/questions.ts';
import { anAgentKey, aPartnerKey, aResident } from '../support/registry.ts';
import { reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
beforeEach(() => void Object.assign(world.deps, { isSandbox: true }));

const helpers = '/api/v1/test_helpers';
const paths: Readonly<Record<string, string>> = {
  legal_entity_application: 'legal_entity_applications',
  amendment: 'amendments',
  certificate_request: 'certificate_requests',
  residency_application: 'residency_applications',
};

const help = (path: string, key: string, body?: object, headers = {}) =>
  world.call('POST', `${helpers}/${path}`, { key, ...(body && { body }), headers });

const act = (found: Pick<WaitingCase, 'type' | 'id' | 'key'>, name: string, body?: object) =>
  help(`${paths[found.type]}/${found.id}/${name}`, found.key, body);

/** The `statusId` of a case, wherever its answer has it. */
const statusOf = async ({ path, key }: WaitingCase) => {
  const { data = {}, ...rest } = Object((await world.call('GET', path, { key })).body);
  return (data.statusId ?? rest.statusId ?? data.status) as string;
};

const done: Readonly<Record<string, readonly [string, string]>> = {
  legal_entity_application: ['Approved', 'Rejected'],
  amendment: ['Approved', 'Rejected'],
  certificate_request: ['Issued', 'Rejected'],
  residency_application: ['Approved', 'Rejected'],
};

/** A case that an approval completes: its applicant has no account whose holder must confirm. */
async function aCase(type: string): Promise<WaitingCase> {
  if (type !== 'residency_application') return aWaitingCase(world, type);
  const { integrationId, key } = await aPartner(world);
  const { id } = await aResidencySubmission(world, { integrationId });
  await world.settle();
  const reviewId = (await reviewOf(world, id)).id;
  const browser = () => Promise.reject(new Error('nobody signs in'));
  return {
    type,
    id,
    reviewId,
    path: `${applicationsPath}/${id}`,
    key,
    email: '',
    page: null,
    browser,
  };
}

describe.each(caseTypes)('a caller’s own %s', (type) => {
  it('is approved by the review workflow, once, and the audit trail names the sandbox', async () => {
    const found = await aCase(type);
    const { status, body } = await act(found, 'approve');
    expect({ status, ...Object(body).data }).toMatchObject({
      status: 'approved',
      id: found.id,
      type,
      reviewId: found.reviewId,
    });
    await world.settle();
    expect(await statusOf(found)).toBe(done[type]?.[0]);
    const [entry] = Object(
      (await world.admin('GET', `/audit?subjectId=${found.reviewId}&action=review.decided`)).body,
    ).data;
    expect(entry.actor).toEqual({ kind: 'system', id: 'sandbox', personId: null });
    const again = await act(found, 'reject');
    expect([again.status, Object(again.body).code, Object(again.body).decision]).toEqual([
      409,
      'review.not_pending',
      { status: 'approved', decidedBy: null, decidedAt: expect.any(String) },
    ]);
  });

  it('is rejected with the given reason, or with one that names the sandbox', async () => {
    const found = await aWaitingCase(world, type);
    const { body } = await act(found, 'reject', { reason: 'No.', reasonCode: 'other' });
    expect(Object(body).data).toMatchObject({ status: 'rejected', reason: 'No.' });
    await world.settle();
    expect(await statusOf(found)).toBe(done[type]?.[1]);
    const other = await aWaitingCase(world, type);
    expect(Object((await act(other, 'reject')).body).data.reason).toBe('Rejected in the sandbox.');
    await world.settle();
    const codes = [found, other].map(async ({ path, key }) => {
      const { body: read } = await world.call('GET', path, { key });
      return Object(read).data.rejectedReasonCode;
    });
    expect(await Promise.all(codes)).toEqual(['other', null]);
  });

  it('can get a question, and can be decided before the answer', async () => {
    const found = await aWaitingCase(world, type);
    const asked = Object((await act(found, 'request_information', { message: 'Why?' })).body).data;
    const { data = {}, ...rest } = Object(
      (await world.call('GET', found.path, { key: found.key })).body,
    );
    const request = data.informationRequest ?? rest.informationRequest;
    expect(request).toMatchObject({ id: asked.informationRequestId, message: 'Why?' });
    const again = await act(found, 'request_information');
    expect([again.status, Object(again.body).code]).toEqual([409, 'review.information_requested']);
    expect(Object((await act(found, 'approve')).body).data.status).toBe('approved');
  });

  it('can’t be decided with another key, which gets the same 404 as for an unknown one', async () => {
    const found = await aWaitingCase(world, type);
    const stranger = await aResident(world);
    const keys =
      type === 'residency_application'
        ? [await aPartnerKey(world)]
        : [
            stranger.standardKey,
            await anAgentKey(world, stranger.id, [
              'agent:entity.application.create',
              'agent:entity.filing.create',
            ]),
          ];
    for (const key of keys) {
      for (const name of ['approve', 'reject', 'request_information']) {
        const [theirs, none, noId] = await Promise.all(
          [found.id, unknownId, 'x'].map((id) => act({ type, id, key }, name)),
        );
        const told = ({ status, body }: typeof theirs & object) => [status, Object(body).error];
        if (!theirs || !none || !noId) throw new Error('three calls');
        expect(told(theirs)).toEqual([404, expect.stringMatching(/ not found$/)]);
        expect([told(none), told(noId)]).toEqual([told(theirs), told(theirs)]);
      }
    }
    expect(Object((await world.admin('GET', `/reviews/${found.reviewId}`)).body).data.status).toBe(
      'pending',
    );
  });

  it('is decided once by helpers and a reviewer in parallel', async () => {
    const found = await aCase(type);
    const reviewer = world.admin('POST', `/reviews/${found.reviewId}/decision`, {
      decision: 'reject',
      reason: 'No.',
    });
    const answers = await Promise.all([
      act(found, 'approve'),
      act(found, 'reject'),
      act(found, 'approve'),
      reviewer,
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200);
    const { data } = Object((await world.admin('GET', `/reviews/${found.reviewId}`)).body);
    expect(data.status).toBe(Object(won?.body).data.status);
    await world.settle();
    expect(await statusOf(found)).toBe(done[type]?.[data.status === 'approved' ? 0 : 1]);
  });
});

it('a decision before the submission returns 409 with Retry-After', async () => {
  const partner = await aPartner(world);
  const draft = await aDraftOf(partner);
  const { status, body, headers } = await help(
    `residency_applications/${draft}/approve`,
    partner.key,
  );
  expect([status, Object(body).code, headers.get('retry-after')]).toEqual([
    409,
    'review.not_submitted',
    '1',
  ]);
});

async function aDraftOf(partner: Awaited<ReturnType<typeof aPartner>>): Promise<string> {
  return (await aPartnerDraft(world, partner)).id;
}

it('one approval is enough in a sandbox, even if the deployment requires two', async () => {
  Object.assign(world.deps.approvals, { amendment: 2 });
  const found = await aWaitingCase(world, 'amendment');
  expect(Object((await act(found, 'approve')).body).data.status).toBe('approved');
  Object.assign(world.deps.approvals, { amendment: 1 });
});

it('a test helper returns the first answer for a repeat with the same Idempotency-Key', async () => {
  const found = await aWaitingCase(world);
  const headers = { 'idempotency-key': 'approve-once' };
  const path = `legal_entity_applications/${found.id}/approve`;
  const first = await help(path, found.key, undefined, headers);
  const second = await help(path, found.key, undefined, headers);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});

describe('an applicant in a sandbox', () => {
  it('can’t take over another tenant’s resident with a name that decides a case', async () => {
    const victim = await aResident(world);
    const { integrationId } = await aPartner(world);
    const applicant = { email: victim.email, givenName: 'Test Approve', surname: 'Taker' };
    const { id } = await aResidencySubmission(world, { integrationId, applicant });
    await world.settle();
    const { data } = Object((await world.admin('GET', `/persons/${victim.id}`)).body);
    expect([data.surname, data.residentPermitNumber]).not.toContain('Taker');
    expect(data.residentPermitNumber).toBe(victim.rpn);
    const review = await reviewOf(world, id);
    const { body } = await world.admin('GET', `/reviews/${review.id}`);
    expect(Object(body).data).toMatchObject({ status: 'pending' });
  });

  it('can’t take over another tenant’s resident whose account is unused: approving returns 409', async () => {
    const victim = await aResident(world);
    const { integrationId, key } = await aPartner(world);
    const applicant = { email: victim.email, givenName: 'Test', surname: 'Resident' };
    const { id } = await aResidencySubmission(world, { integrationId, applicant });
    await world.settle();
    const { status, body } = await act({ type: 'residency_application', id, key }, 'approve');
    expect([status, Object(body).code]).toEqual([409, 'applicant.is_known']);
    await world.settle();
    const { data } = Object((await world.admin('GET', `/persons/${victim.id}`)).body);
    expect([data.residentPermitNumber, data.residency.residencyType]).toEqual([
      victim.rpn,
      'Resident',
    ]);
  });

  it('can be renewed by the partner whose application created them', async () => {
    const { integrationId, key } = await aPartner(world);
    const applicant = { email: 'renewed@people.example' };
    for (const _ of [1, 2]) {
      const { id } = await aResidencySubmission(world, { integrationId, applicant });
      await world.settle();
      const found = { type: 'residency_application', id, key };
      expect((await act(found, 'approve')).status).toBe(200);
      await world.settle();
      world.clock.now += 1_000;
    }
  });

  it('keeps a residency granted by someone else in the meantime', async () => {
    const found = await aCase('residency_application');
    await act(found, 'approve');
    await world.settle();
    const { data: read } = Object((await world.call('GET', found.path, { key: found.key })).body);
    const people = Object(
      (await world.admin('GET', `/persons?residentPermitNumber=${read.residentPermitNumber}`)).body,
    );
    const [{ id: personId }] = people.data;
    world.clock.now += 1_000;
    const granted = Object(
      (await world.admin('POST', `/persons/${personId}/residencies`, { residencyType: 'Resident' }))
        .body,
    );
    world.clock.now += 1_000;
    const ended = await help(`residency_applications/${found.id}/expire`, found.key);
    expect(ended.status).toBe(200);
    expect(Object(ended.body).data.residencyType).toBe('e-Resident');
    const { data } = Object((await world.admin('GET', `/persons/${personId}`)).body);
    expect([data.residency.residencyType, data.residency.terminationDate, granted.data.id]).toEqual(
      ['Resident', null, data.residency.id],
    );
  });

  it('can be verified, and their residency ended, by their own partner only', async () => {
    const partner = await aPartner(world);
    const { verify, expire } = {
      verify: (id: string, key: string, body?: object) =>
        help(`residency_applications/${id}/verify`, key, body),
      expire: (id: string, key: string) => help(`residency_applications/${id}/expire`, key),
    };
    const draft = await aDraftOf(partner);
    const stranger = await aPartnerKey(world);
    expect((await verify(draft, stranger)).status).toBe(404);
    expect(Object((await verify(draft, partner.key, { status: 'declined' })).body).data).toEqual({
      applicationId: draft,
      status: 'declined',
      verifiedAt: new Date(world.clock.now).toISOString(),
    });
    expect(Object((await verify(draft, partner.key)).body).data.status).toBe('approved');
    const read = Object((await partnerCalls(world, partner).get(draft)).body).data;
    expect(
      read.nextSteps.verificationRequired ?? read.nextSteps.identityVerificationRequired,
    ).not.toBe(true);

    const found = await aCase('residency_application');
    const early = await expire(found.id, found.key);
    expect([early.status, Object(early.body).code]).toEqual([409, 'application.not_approved']);
    await act(found, 'approve');
    await world.settle();
    expect((await expire(found.id, stranger)).status).toBe(404);
    world.clock.now += 1_000;
    expect(Object((await expire(found.id, found.key)).body).data).toMatchObject({ active: false });
  });
});

describe('a created test resident', () => {
  it('has a residency, a permit number that can be verified, and keys for everything', async () => {
    const maker = await aResident(world);
    const { status, body } = await help('persons', maker.standardKey, { givenName: 'Katherine' });
    const { data } = Object(body);
    expect([status, data.givenName, data.residency.active]).toEqual([200, 'Katherine', true]);
    expect(data.email).toMatch(/^success\+[0-9a-f]{12}@simulator\.amazonses\.com$/);
    const rpn = { rpn: data.residentPermitNumber };
    const verified = await world.call('POST', '/api/v1/verify_rpn', {
      key: data.agentKey,
      body: rpn,
    });
    expect(verified.body).toEqual({ result: 'found_natural_person', active: true });
    const entity = await help('legal_entities', data.agentKey, { name: 'Made by a Test' });
    expect(Object(entity.body).data).toMatchObject({ name: 'Made by a Test', extension: 'LLC' });
    const entityPath = `/api/v1/legal_entities/${Object(entity.body).data.id}`;
    const seen = await world.call('GET', entityPath, { key: data.agentKey });
    expect(seen.status).toBe(200);

    const expire = (key: string) => help(`residencies/${data.residency.id}/expire`, key);
    const theirs = await expire(maker.standardKey);
    expect([theirs.status, Object(theirs.body).error]).toEqual([404, 'Not found']);
    expect((await expire(data.agentKey)).status).toBe(403);
    world.clock.now += 1_000;
    expect(Object((await expire(data.standardKey)).body).data.active).toBe(false);
    const after = await world.call('POST', '/api/v1/verify_rpn', {
      key: maker.standardKey,
      body: rpn,
    });
    expect(after.body).toEqual({ result: 'found_natural_person', active: false });
  });

  it('can have a residency that ended in the past', async () => {
    const partner = await aPartnerKey(world);
    const dates = { effectiveDate: '2022-01-01', terminationDate: '2023-01-01' };
    const { body } = await help('persons', partner, { residencyType: 'Resident', ...dates });
    expect(Object(body).data.residency).toMatchObject({
      residencyType: 'Resident',
      terminationDate: '2023-01-01T00:00:00.000Z',
      active: false,
    });
    const turned = { effectiveDate: '2023-01-01', terminationDate: '2022-01-01' };
    expect((await help('persons', partner, turned)).status).toBe(400);
  });
});

it('created test vouchers are the same as an operator’s', async () => {
  const maker = await aResident(world);
  const { body } = await help('vouchers', maker.standardKey, { kind: 'percent', value: 50 });
  expect(Object(body).data).toMatchObject({ kind: 'percent', value: 50, redeemedAt: null });
  const { code } = Object(body).data;
  expect(await operatorOf(world).data('GET', `/vouchers/${code}`)).toEqual(Object(body).data);
  expect((await help('vouchers', maker.standardKey, { kind: 'percent' })).status).toBe(400);
});

it('test helpers return 404 outside a sandbox', async () => {
  const found = await aWaitingCase(world);
  const { standardKey } = await aResident(world);
  Object.assign(world.deps, { isSandbox: false });
  for (const path of [
    `legal_entity_applications/${found.id}/approve`,
    'persons',
    'vouchers',
    'legal_entities',
  ]) {
    const { status, body } = await help(path, standardKey, { kind: 'full' });
    expect([status, Object(body).error]).toEqual([404, 'Not found']);
  }
});
