import { describe, expect, it } from 'vitest';
import { findWithdrawal, listDocuments } from '../../shared/documents/db/documents.ts';
import { findEntity } from '../../shared/registry/db/entities.ts';
import { lookUpName } from '../../shared/registry/db/names.ts';
import {
  aFiler,
  aSubmittedFiling,
  type Filer,
  freshName,
  readFiling,
} from '../support/amendments.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { signedIn } from '../support/portal.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');

const because = { reasonCode: 'approved_by_mistake', reason: 'The wrong case was approved' };
const plan = { ...because, plan: true };
const office = {
  line1: '7 Pier',
  line2: null,
  city: 'Port Town',
  state: null,
  postalCode: '10300',
  country: 'HN',
};
const isWrite = (_: unknown, operation: string) => operation === 'TransactWriteItems';

const annulAmendment = (id: string, body: object = because) =>
  world.admin('POST', `/amendments/${id}/annul`, body);
const annulEntity = (id: string, body: object = because) =>
  world.admin('POST', `/legal_entities/${id}/annul`, body);
const annulResidency = (personId: string, id: string, body: object = because) =>
  world.admin('POST', `/persons/${personId}/residencies/${id}/annul`, body);

async function data(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await world.admin('GET', path);
  // Every answer of the admin API has this shape.
  return (body as { data: Record<string, unknown> }).data;
}
const entityNow = (id: string) => data(`/legal_entities/${id}`);

/** Moves the clock by a second, so that acts have different instants. */
const later = () => {
  world.clock.now += 1_000;
};

async function anAmendment(filer: Filer, changes: object): Promise<string> {
  later();
  const id = await aSubmittedFiling(world, filer, changes);
  await world.settle();
  await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
  await world.settle();
  later();
  return id;
}

async function found(query: string): Promise<readonly unknown[]> {
  const key = searcher.standardKey;
  const path = '/api/v1/registries/legal_entities/search';
  const { body } = await world.call('POST', path, { key, body: { query } });
  // The shape of a search answer.
  return (body as { results: readonly { id: string }[] }).results.map(({ id }) => id);
}
const searcher = await aResident(world);

async function mailsTo(email: string, subject: RegExp): Promise<number> {
  await world.settle();
  return world.mails.filter((mail) => mail.to === email && subject.test(mail.subject)).length;
}

describe('annulling an amendment', () => {
  it('restores the previous values, withdraws its certificate and keeps its status', async () => {
    const filer = await aFiler(world, { principalOfficeAddress: office });
    const name = freshName();
    const moved = { ...office, line1: '9 Pier' };
    const id = await anAmendment(filer, { name, principalOfficeAddress: moved });
    const before = await readFiling(world, filer, id);
    expect(before).toMatchObject({ statusId: 'Approved' });
    expect(before).not.toHaveProperty('annulment');

    const planned = await annulAmendment(id, plan);
    expect(planned).toMatchObject({
      status: 200,
      body: {
        data: {
          subject: { type: 'amendment', id },
          planned: true,
          changes: [
            { field: 'name', from: name, to: filer.entityName },
            { field: 'principalOfficeAddress', from: expect.stringContaining('9 Pier') },
          ],
          withdrawn: [{ name: 'Certificate of Amendment' }],
          paid: { invoiceId: (before['invoice'] as { id: string }).id },
          remaining: [],
        },
      },
    });
    expect(await entityNow(filer.entityId)).toMatchObject({ name });

    const answer = await annulAmendment(id);
    expect(answer).toMatchObject({ status: 200, body: { data: { planned: false } } });
    expect(await entityNow(filer.entityId)).toMatchObject({
      name: filer.entityName,
      principalOfficeAddress: office,
    });
    expect(await lookUpName(world.table, 'llc', name)).toMatchObject({ taken: false });
    expect(await lookUpName(world.table, 'llc', filer.entityName)).toMatchObject({ taken: true });
    expect(await found(name)).toEqual([]);
    const [certificate] = await listDocuments(world.table, filer.entityId);
    expect(
      await findWithdrawal(world.table, filer.entityId, String(certificate?.sha256)),
    ).toMatchObject({ documentId: certificate?.id, replacedBy: null });
    const { updatedAt: _, ...after } = await readFiling(world, filer, id);
    const { updatedAt: __, ...former } = before;
    expect(after).toEqual({
      ...former,
      annulment: {
        at: expect.any(String),
        reasonCode: because.reasonCode,
      },
    });
    expect(await mailsTo(filer.email, /^Amendment annulled: /)).toBe(1);
    expect(
      (await world.admin('GET', `/audit?subjectId=${id}&action=amendment.annulled`)).body,
    ).toMatchObject({
      data: [
        {
          details: {
            legalEntityId: filer.entityId,
            reasonCode: because.reasonCode,
            restored: ['name', 'principalOfficeAddress'],
          },
        },
      ],
    });
    expect(await annulAmendment(id)).toMatchObject({
      status: 409,
      body: { code: 'filing.annulled' },
    });
  });

  it("is refused until a later amendment of the same field is annulled, or after an operator's change", async () => {
    const filer = await aFiler(world);
    const first = await anAmendment(filer, { name: freshName(), extension: 'LC' });
    const other = await anAmendment(filer, { principalOfficeAddress: office });
    const second = await anAmendment(filer, { name: freshName() });
    for (const body of [plan, because])
      expect(await annulAmendment(first, body)).toMatchObject({
        status: 409,
        body: { code: 'filing.covered', error_description: expect.stringContaining(second) },
      });
    expect(await annulAmendment(second)).toMatchObject({ status: 200 });
    expect(await annulAmendment(first)).toMatchObject({ status: 200 });
    expect(await entityNow(filer.entityId)).toMatchObject({
      name: filer.entityName,
      extension: 'LLC',
      principalOfficeAddress: office,
    });
    const moved = { ...office, city: 'Hill Town' };
    await world.admin('PATCH', `/legal_entities/${filer.entityId}`, {
      principalOfficeAddress: moved,
    });
    expect(await annulAmendment(other)).toMatchObject({
      status: 409,
      body: { code: 'filing.covered', error_description: expect.stringContaining('operator') },
    });
  });

  it('is refused while the previous name is taken', async () => {
    const filer = await aFiler(world);
    const id = await anAmendment(filer, { name: freshName() });
    await anEntity(world, { name: filer.entityName });
    for (const body of [plan, because])
      expect(await annulAmendment(id, body)).toMatchObject({
        status: 409,
        body: { code: 'entity.name_taken' },
      });
    expect(await readFiling(world, filer, id)).not.toHaveProperty('annulment');
  });

  it('is refused with 404 if it is unknown, and with 409 if it is not approved', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    expect(await annulAmendment(id)).toMatchObject({
      status: 409,
      body: { code: 'filing.not_approved' },
    });
    expect(await annulAmendment(crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await annulAmendment(id, { ...because, reasonCode: 'whim' })).toMatchObject({
      status: 400,
    });
    expect(await annulAmendment(id, { reasonCode: 'ordered' })).toMatchObject({ status: 400 });
  });

  it('succeeds once if two annulments run at the same time', async () => {
    const filer = await aFiler(world);
    const id = await anAmendment(filer, { name: freshName() });
    const both = await Promise.all([annulAmendment(id), annulAmendment(id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mailsTo(filer.email, /^Amendment annulled: /)).toBe(1);
  });

  const issues = (input: unknown, operation: string) =>
    isWrite(input, operation) && JSON.stringify(input).includes('"document.issued"');

  it('before its certificate is issued leaves no certificate', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    await world.settle();
    const annulled: unknown[] = [];
    world.proxy.beforeNext(issues, async () => annulled.push(await annulAmendment(id)));
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    expect(annulled).toMatchObject([{ status: 200, body: { data: { withdrawn: [] } } }]);
    expect(await listDocuments(world.table, filer.entityId)).toEqual([]);
    expect(await entityNow(filer.entityId)).toMatchObject({ extension: 'LLC' });
  });

  it('while its certificate is being issued withdraws the certificate', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { extension: 'LC' });
    await world.settle();
    const decided = Promise.withResolvers<void>();
    const issued = Promise.withResolvers<void>();
    let annulled: ReturnType<typeof annulAmendment> | undefined;
    world.proxy.beforeNext(issues, async () => {
      annulled = annulAmendment(id);
      await decided.promise;
    });
    world.proxy.beforeNext(
      (input, operation) =>
        isWrite(input, operation) && JSON.stringify(input).includes('"amendment.annulled"'),
      async () => {
        decided.resolve();
        await issued.promise;
      },
    );
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    issued.resolve();
    expect(await annulled).toMatchObject({
      status: 200,
      body: { data: { withdrawn: [{ name: 'Certificate of Amendment' }] } },
    });
    const [certificate] = await listDocuments(world.table, filer.entityId);
    expect(
      await findWithdrawal(world.table, filer.entityId, String(certificate?.sha256)),
    ).not.toBeNull();
  });

  it('is refused if an amendment of the same field is approved at the same moment', async () => {
    const filer = await aFiler(world);
    const first = await anAmendment(filer, { extension: 'LC' });
    const second = await aSubmittedFiling(world, filer, { extension: 'SRL' });
    await world.settle();
    const review = await reviewOf(world, second);
    world.proxy.beforeNext(isWrite, async () => {
      later();
      await decideReview(world, review.id, { decision: 'approve' });
      await world.settle();
    });
    expect(await annulAmendment(first)).toMatchObject({
      status: 409,
      body: { code: 'filing.covered', error_description: expect.stringContaining(second) },
    });
    expect(await entityNow(filer.entityId)).toMatchObject({ extension: 'SRL' });
  });
});

describe('annulling a registration', () => {
  it("hides the entity, frees its name, withdraws its documents and keeps the application's status", async () => {
    const applicant = await anApplicant(world);
    const draft = await aSubmission(world, applicant);
    await world.settle();
    await decideReview(world, (await reviewOf(world, draft.id)).id, { decision: 'approve' });
    await world.settle();
    const application = await data(`/legal_entity_applications/${draft.id}`);
    const entityId = String(application['legalEntityId']);
    const { name, residentPermitNumber } = await entityNow(entityId);
    expect(await found(String(name))).toEqual([entityId]);

    const planned = await annulEntity(entityId, plan);
    expect(planned).toMatchObject({
      status: 200,
      body: {
        data: {
          planned: true,
          changes: [
            { field: 'dissolutionDate', from: null },
            { field: 'claimed name', from: name },
          ],
          withdrawn: [{}, {}],
          paid: { invoiceId: (application['invoice'] as { id: string }).id },
        },
      },
    });
    expect(await findEntity(world.table, entityId)).toMatchObject({ dissolutionDate: null });
    later();
    expect(await annulEntity(entityId)).toMatchObject({ status: 200 });

    expect(await found(String(name))).toEqual([]);
    expect(await found(String(residentPermitNumber))).toEqual([]);
    expect(await lookUpName(world.table, 'llc', String(name))).toMatchObject({ taken: false });
    expect(await data(`/legal_entity_applications/${draft.id}`)).toEqual(application);
    expect(await entityNow(entityId)).toMatchObject({
      name,
      residentPermitNumber,
      dissolutionDate: expect.any(String),
      residency: { active: false },
      annulment: { reasonCode: because.reasonCode },
    });
    const verified = await world.call('POST', '/api/v1/verify_rpn', {
      key: searcher.standardKey,
      body: { rpn: residentPermitNumber },
    });
    expect(verified.body).toMatchObject({ result: 'found_legal_entity', active: false });
    const { body: documents } = await world.admin('GET', `/legal_entities/${entityId}/documents`);
    expect(
      (documents as { data: { withdrawnAt: unknown }[] }).data.map(
        ({ withdrawnAt }) => withdrawnAt,
      ),
    ).toEqual([expect.any(String), expect.any(String)]);
    const own = await world.call('GET', `/api/v1/legal_entities/${entityId}`, {
      key: applicant.standardKey,
    });
    expect(own.body).toMatchObject({ data: { annulment: { reasonCode: because.reasonCode } } });
    expect(JSON.stringify(own.body)).not.toContain(because.reason);
    const { body: listed } = await world.admin('GET', '/legal_entities?status=annulled');
    expect((listed as { data: { id: string }[] }).data.map(({ id }) => id)).toContain(entityId);
    expect(await mailsTo(applicant.email, /^Registration annulled: /)).toBe(1);

    // The name now belongs to another entity, and nothing restores the old one.
    await anEntity(world, { name });
    for (const body of [{ dissolutionDate: null }, { name: freshName() }])
      expect(await world.admin('PATCH', `/legal_entities/${entityId}`, body)).toMatchObject({
        status: 409,
        body: { code: 'entity.annulled' },
      });
    expect(await annulEntity(entityId)).toMatchObject({
      status: 409,
      body: { code: 'entity.annulled' },
    });
    expect(await annulEntity(crypto.randomUUID())).toMatchObject({ status: 404 });
  });

  it('shows people who verify one of its certificates that it is withdrawn', async () => {
    const { entity, code } = await anIssuedCertificate(world);
    const emails = async () => {
      const headers = { accept: 'application/json' };
      return (await world.call('GET', `/certificates/${code}`, { headers })).body;
    };
    expect(await emails()).toMatchObject({ genuine: true, withdrawn: null, inGoodStanding: true });
    later();
    await annulEntity(entity.id);
    expect(await emails()).toMatchObject({
      genuine: true,
      withdrawn: { at: new Date(world.clock.now).toISOString(), replacedBy: null },
      inGoodStanding: false,
    });
  });

  it('prevents annulling its amendments and approving one under review', async () => {
    const filer = await aFiler(world);
    const first = await anAmendment(filer, { extension: 'LC' });
    const open = await aSubmittedFiling(world, filer, { extension: 'SRL' });
    await world.settle();
    expect(await annulEntity(filer.entityId)).toMatchObject({
      status: 200,
      body: { data: { remaining: [{ type: 'amendment', id: open }] } },
    });
    expect(await annulAmendment(first)).toMatchObject({
      status: 409,
      body: { code: 'entity.annulled' },
    });
    later();
    await decideReview(world, (await reviewOf(world, open)).id, { decision: 'approve' });
    await world.settle();
    expect(await readFiling(world, filer, open)).toMatchObject({ statusId: 'Pending Review' });
    expect(await entityNow(filer.entityId)).toMatchObject({ extension: 'LC' });
  });

  it('succeeds once if two run at the same time, and takes a concurrent change of name into account', async () => {
    const entity = await anEntity(world);
    const both = await Promise.all([annulEntity(entity.id), annulEntity(entity.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const renamed = await anEntity(world);
    const name = freshName();
    world.proxy.beforeNext(isWrite, () =>
      world.admin('PATCH', `/legal_entities/${renamed.id}`, { name }),
    );
    expect(await annulEntity(renamed.id)).toMatchObject({
      status: 200,
      body: { data: { changes: [{}, { field: 'claimed name', from: name }] } },
    });
    expect(await lookUpName(world.table, 'llc', name)).toMatchObject({ taken: false });
  });
});

describe('annulling a residency', () => {
  const residencyType = 'e-Resident';
  const grant = async (personId: string, fields: object = {}) =>
    (await created(world, `/persons/${personId}/residencies`, { residencyType, ...fields })).id;
  const active = async (rpn: string) => {
    const body = { rpn };
    const answer = await world.call('POST', '/api/v1/verify_rpn', {
      key: searcher.standardKey,
      body,
    });
    return JSON.stringify(answer.body).includes('"active":true');
  };

  it('restores the residency that it ended, with the same number', async () => {
    const person = await aResident(world, { terminationDate: '2027-01-01T00:00:00.000Z' });
    const first = (await data(`/persons/${person.id}`))['residency'];
    later();
    const id = await grant(person.id);
    later();
    const planned = await annulResidency(person.id, id, plan);
    expect(planned).toMatchObject({
      status: 200,
      body: { data: { changes: [{ id, from: null }, { to: '2027-01-01T00:00:00.000Z' }] } },
    });
    expect(await data(`/persons/${person.id}`)).toMatchObject({ residency: { id } });
    expect(await annulResidency(person.id, id)).toMatchObject({ status: 200 });
    expect(await data(`/persons/${person.id}`)).toMatchObject({
      residentPermitNumber: person.rpn,
      residency: first,
    });
    expect(await active(person.rpn)).toBe(true);
    expect(await mailsTo(person.email, /^Your residency was annulled/)).toBe(1);
    expect(await annulResidency(person.id, id)).toMatchObject({
      status: 409,
      body: { code: 'residency.annulled' },
    });
  });

  it('leaves the number with the person if it was the first one, but inactive', async () => {
    const person = await aResident(world);
    const { residency } = await data(`/persons/${person.id}`);
    const { id, effectiveDate } = residency as { id: string; effectiveDate: string };
    const [one, two] = await Promise.all([
      annulResidency(person.id, id),
      annulResidency(person.id, id),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect(await data(`/persons/${person.id}`)).toMatchObject({
      residentPermitNumber: person.rpn,
      residency: {
        id,
        active: false,
        terminationDate: effectiveDate,
        annulment: { reasonCode: because.reasonCode },
      },
    });
    expect(await active(person.rpn)).toBe(false);
    // A correct residency can follow, with the same number.
    await grant(person.id);
    expect(await active(person.rpn)).toBe(true);
  });

  it('is refused until a later grant is annulled, and keeps an end date that was set since', async () => {
    const person = await aResident(world);
    const { residency } = await data(`/persons/${person.id}`);
    const first = (residency as { id: string }).id;
    const second = await grant(person.id, { effectiveDate: '2025-01-01T00:00:00.000Z' });
    expect(await annulResidency(person.id, first)).toMatchObject({
      status: 409,
      body: { code: 'residency.covered', error_description: expect.stringContaining(second) },
    });
    const ended = { terminationDate: '2024-06-01T00:00:00.000Z' };
    await world.admin('POST', `/persons/${person.id}/residencies/${first}/terminate`, ended);
    expect(await annulResidency(person.id, second)).toMatchObject({ status: 200 });
    expect(await data(`/persons/${person.id}`)).toMatchObject({
      residency: { id: first, ...ended },
    });
    expect(await annulResidency(person.id, first)).toMatchObject({ status: 200 });
    expect(await annulResidency(person.id, crypto.randomUUID())).toMatchObject({ status: 404 });
  });
});

it('a withdrawn document is announced once to the representatives and to the person who requested it', async () => {
  const { owner, entity, request } = await anIssuedCertificate(world);
  const path = `/legal_entities/${entity.id}/documents/${request['documentId']}/withdraw`;
  await world.admin('POST', path, { reason: 'Wrong address' });
  expect(await mailsTo(owner.email, /^Document withdrawn: /)).toBe(1);
  const browser = visitor(world.baseUrl);
  browser.cookies.set('registry_language', 'es');
  await signedIn(world, owner.email, browser);
  await annulEntity(entity.id);
  expect(await mailsTo(owner.email, /^Inscripción anulada: /)).toBe(1);
  const { body } = await world.admin('GET', `/legal_entities/${entity.id}/documents`);
  expect(body).toMatchObject({ data: [{ withdrawnAt: expect.any(String) }] });
});
