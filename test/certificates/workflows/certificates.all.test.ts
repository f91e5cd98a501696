import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  adminRequest,
  anIssuedCertificate,
  aRepresentedEntity,
  aRequest,
  type CertificateRow,
  payRequest,
  readRequest,
} from '../../support/certificates.ts';
import { plainText, readPdf } from '../../support/pdf-text.ts';
import { aResident } from '../../support/registry.ts';
import { decideReview, reviewOf, reviewsOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const key = () => ada.standardKey;
const mailsAbout = (text: string) => world.mails.filter((mail) => mail.text.includes(text));

async function documentsOf(entityId: string) {
  const { body } = await world.admin('GET', `/legal_entities/${entityId}/documents`);
  return (body as { data: Record<string, unknown>[] }).data;
}

async function actionsOf(id: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string }[] }).data.map(({ action }) => action).toSorted();
}

/** Returns a paid request of an entity with these fields, after all its workflows have run. */
async function aPaidRequest(fields: Readonly<Record<string, unknown>> = {}) {
  const entity = await aRepresentedEntity(world, ada, fields);
  const request = await aRequest(world, entity.id, key());
  await payRequest(world, request, key());
  await world.settle();
  return { entity, request, paid: await readRequest(world, request, key()) };
}

describe('a paid request of a tax-current entity (spec 3.3)', () => {
  it('is issued with a document of the entity and an email to the requester', async () => {
    const { entity, request, paid } = await aPaidRequest({ name: 'Lighthouse Works' });
    expect(paid).toEqual({
      ...request,
      statusId: 'Issued',
      issuedAt: now(),
      updatedAt: now(),
      documentId: expect.any(String),
      documentUrl: expect.any(String),
      verificationUrl: expect.stringMatching(/\/certificates\/[2-9A-Z]{16}$/),
      invoice: { ...request.invoice, statusId: 'paid', paidAt: expect.any(String) },
      informationRequest: null,
      nextSteps: {
        paymentRequired: false,
        awaitingReview: false,
        issued: true,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: null,
      },
    });
    const verification = await fetch(String(paid['verificationUrl']), {
      headers: { accept: 'application/json' },
    });
    expect(await verification.json()).toMatchObject({
      genuine: true,
      legalEntity: { name: 'Lighthouse Works LLC' },
    });
    const file = await fetch(String(paid.documentUrl));
    const content = new Uint8Array(await file.arrayBuffer());
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await documentsOf(entity.id)).toEqual([
      {
        id: paid['documentId'],
        name: 'Certificate of Good Standing',
        slug: 'certificate-of-good-standing',
        version: '1',
        visibility: 'visible',
        contentType: 'application/pdf',
        size: content.length,
        sha256,
        createdAt: now(),
        withdrawnAt: null,
      },
    ]);
    const { body } = await world.call('GET', `/api/v1/legal_entities/${entity.id}/documents`, {
      key: key(),
    });
    expect(body).toMatchObject({ data: [{ id: paid['documentId'], version: 1 }] });
    const { verificationCode } = await adminRequest(world, request.id);
    expect(verificationCode).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
    const text = plainText(readPdf(content)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Lighthouse Works LLC');
    expect(text).toContain(String(entity['residentPermitNumber']));
    expect(text).toContain(String(verificationCode).replaceAll(/(.{4})(?=.)/g, '$1 '));
    expect(
      mailsAbout('We issued the Certificate of Good Standing of Lighthouse Works LLC'),
    ).toEqual([expect.objectContaining({ to: ada.email })]);
    expect(await actionsOf(request.id)).toEqual([
      'certificate_request.approved',
      'certificate_request.created',
      'certificate_request.issued',
      'certificate_request.paid',
    ]);
    expect(await reviewsOf(world, request.id)).toEqual([]);
  });

  it('has no document URLs after operators hide the document', async () => {
    const { entity, request, paid } = await aPaidRequest();
    const path = `/legal_entities/${entity.id}/documents/${paid['documentId']}`;
    await world.admin('PATCH', path, { visibility: 'hidden' });
    expect(await readRequest(world, request, key())).toMatchObject({
      statusId: 'Issued',
      documentUrl: null,
      verificationUrl: null,
    });
  });
});

describe('a paid request that needs a review (spec 3.3)', () => {
  /** A request with an unknown tax state, which goes to the reviewers. */
  const inReview = async () => {
    const { entity, request, paid } = await aPaidRequest({ taxState: 'unknown' });
    return { entity, request, paid, review: await reviewOf(world, request.id) };
  };

  it.each([
    ['unknown', 'tax_unresolved'],
    ['overdue', 'tax_unresolved'],
  ])('waits for a reviewer when its taxes are %s', async (taxState, referredFor) => {
    const entity = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, entity.id, key());
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { taxState });
    await payRequest(world, request, key());
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({
      statusId: 'Pending Review',
      documentUrl: null,
      informationRequest: null,
      nextSteps: {
        paymentRequired: false,
        awaitingReview: true,
        issued: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 60,
      },
    });
    expect(await adminRequest(world, request.id)).toMatchObject({
      verificationCode: null,
      referredFor,
    });
    expect(await reviewOf(world, request.id)).toMatchObject({
      subject: { type: 'certificate_request', id: request.id },
      status: 'pending',
    });
  });

  it('is issued if the reviewer approves it, with any tax state', async () => {
    const { entity, request, review } = await inReview();
    world.clock.now += 1_000;
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({
      statusId: 'Issued',
      reviewedAt: now(),
      issuedAt: now(),
      documentUrl: expect.any(String),
    });
    expect(await documentsOf(entity.id)).toHaveLength(1);
    const about = world.mails.filter(({ subject }) => subject.includes(String(entity['name'])));
    expect(about.map(({ to, subject }) => [to, subject.split(':')[0]])).toEqual([
      [ada.email, 'We received your request'],
      [ada.email, 'Certificate of Good Standing issued'],
    ]);
  });

  it('is rejected with the reason, and a new request is possible', async () => {
    const { entity, request, review } = await inReview();
    const reason = `The taxes of ${entity['name']} are not paid.`;
    world.clock.now += 1_000;
    await decideReview(world, review.id, { decision: 'reject', reason });
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({
      statusId: 'Rejected',
      rejectionReason: reason,
      reviewedAt: now(),
      documentUrl: null,
      invoice: { statusId: 'paid' },
      informationRequest: null,
      nextSteps: {
        paymentRequired: false,
        awaitingReview: false,
        issued: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: null,
      },
    });
    expect(mailsAbout(reason)).toEqual([expect.objectContaining({ to: ada.email })]);
    expect(await actionsOf(request.id)).toContain('certificate_request.rejected');
    expect((await aRequest(world, entity.id, key())).id).not.toBe(request.id);
  });

  it('returns to the reviewers if the entity was dissolved before the approval', async () => {
    const { entity, request, review } = await inReview();
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { dissolutionDate: now() });
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await reviewOf(world, request.id)).toMatchObject({
      status: 'pending',
      returnedReason: 'The legal entity is not in good standing',
    });
    expect(await readRequest(world, request, key())).toMatchObject({ statusId: 'Pending Review' });
    expect(await documentsOf(entity.id)).toEqual([]);
  });

  it('has its review closed if an operator cancels it', async () => {
    const { request, review } = await inReview();
    await world.admin('POST', `/certificate_requests/${request.id}/cancel`, { reason: 'Asked' });
    expect(await reviewOf(world, request.id)).toMatchObject({
      status: 'rejected',
      reason: 'The request was cancelled',
    });
    expect(await decideReview(world, review.id, { decision: 'approve' })).toMatchObject({
      status: 409,
    });
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({
      statusId: 'Cancelled',
      invoice: { statusId: 'paid' },
    });
  });

  it('stays cancelled if the reviewer’s decision was not yet carried out', async () => {
    const { entity, request, review } = await inReview();
    await decideReview(world, review.id, { decision: 'approve' });
    await world.admin('POST', `/certificate_requests/${request.id}/cancel`);
    await world.settle();
    const { statusId } = await readRequest(world, request, key());
    expect(statusId).toBe('Cancelled');
    expect(await documentsOf(entity.id)).toEqual([]);
    expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('an entity that is dissolved after the payment', () => {
  it('has its request reviewed', async () => {
    const entity = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, entity.id, key());
    await payRequest(world, request, key());
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { dissolutionDate: now() });
    await world.settle();
    expect(await readRequest(world, request, key())).toMatchObject({ statusId: 'Pending Review' });
    expect(await adminRequest(world, request.id)).toMatchObject({
      referredFor: 'not_in_good_standing',
    });
  });
});

it('certificates of two entities have different documents and codes', async () => {
  const [one, other] = [await anIssuedCertificate(world), await anIssuedCertificate(world)];
  expect(one.code).not.toBe(other.code);
  const ids = ({ request }: { request: CertificateRow }) => request['documentId'];
  expect(ids(one)).not.toBe(ids(other));
});
