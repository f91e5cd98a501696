import { beforeEach, describe, expect, it } from 'vitest';
import {
  aFiler,
  aSubmittedFiling,
  type Filer,
  filingIn,
  freshName,
  propose,
  readFiling,
} from '../../support/amendments.ts';
import { plainText, readPdf } from '../../support/pdf-text.ts';
import { anEntity } from '../../support/registry.ts';
import { decideReview, reviewOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const now = () => new Date(world.clock.now).toISOString();
const local = 'arn:aws:iam::000000000000:user/local';
const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };
const mailsAbout = (text: string) => world.mails.filter((mail) => mail.text.includes(text));

async function data(method: string, path: string, body?: unknown) {
  const answer = await world.call(method, path, { key: filer.standardKey, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function search(query: string) {
  return data('POST', '/api/v1/registries/legal_entities/search', { query });
}

const documents = () => data('GET', `/api/v1/legal_entities/${filer.entityId}/documents`);

/** A submitted filing with a dispatched review. */
async function aFilingUnderReview(body: object) {
  const id = await aSubmittedFiling(world, filer, body);
  await world.settle();
  const review = await reviewOf(world, id);
  world.clock.now += 1000;
  return { id, review };
}

describe('approving a submitted amendment (spec 3.2)', () => {
  it('changes the entity, creates one Certificate of Amendment and emails the signer', async () => {
    const name = freshName();
    const { id, review } = await aFilingUnderReview({
      name,
      extension: 'L.L.C.',
      nameStartsWithExtension: true,
      principalOfficeAddress: office,
    });
    expect(review).toMatchObject({ subject: { type: 'amendment', id }, status: 'pending' });
    expect(mailsAbout(review.id).map(({ text }) => text)).toEqual([
      expect.stringContaining('An amendment was submitted and needs a decision.'),
    ]);
    const submitted = await readFiling(world, filer, id);
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();

    expect(await readFiling(world, filer, id)).toEqual({
      ...submitted,
      nextSteps: { ...submitted.nextSteps, pollAfterSeconds: null },
      statusId: 'Approved',
      approvedAt: now(),
      updatedAt: now(),
    });
    expect(await data('GET', `/api/v1/legal_entities/${filer.entityId}`)).toMatchObject({
      data: {
        name,
        extension: 'L.L.C.',
        nameStartsWithExtension: true,
        principalOfficeAddress: office,
      },
    });
    expect(await search(name)).toMatchObject({ results: [{ id: filer.entityId, name }] });
    expect(await search(filer.entityName)).toMatchObject({ results: [] });
    const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=amendment.approved`);
    expect(body).toMatchObject({
      data: [{ outcome: 'success', actor: { id: local }, details: { reviewId: review.id } }],
    });

    const listed = (await documents()) as { data: { fileUrl: string }[] };
    expect(listed).toEqual({
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Certificate of Amendment',
          slug: 'certificate-of-amendment',
          version: 1,
          fileUrl: expect.any(String),
          createdAt: now(),
        },
      ],
    });
    const file = await fetch(String(listed.data[0]?.fileUrl));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const text = plainText(readPdf(new Uint8Array(await file.arrayBuffer())));
    for (const shown of [`${filer.entityName} LLC`, `L.L.C. ${name}`, '7 Pier', id]) {
      expect(text).toContain(shown);
    }
    expect(mailsAbout(`to L.L.C. ${name}. It was approved`)).toEqual([
      expect.objectContaining({ to: filer.email, subject: `Amendment approved: L.L.C. ${name}` }),
    ]);
  });

  it('does not change fields that were not proposed', async () => {
    const before = await data('GET', `/api/v1/legal_entities/${filer.entityId}`);
    const { review } = await aFilingUnderReview({ principalOfficeAddress: office });
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await data('GET', `/api/v1/legal_entities/${filer.entityId}`)).toEqual({
      data: { ...Object(Object(before).data), principalOfficeAddress: office },
    });
  });

  it('releases the old name for others', async () => {
    const { review } = await aFilingUnderReview({ name: freshName() });
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await anEntity(world, { name: filer.entityName })).toMatchObject({
      name: filer.entityName,
    });
  });

  it('accepts the same name in another case, and values that are already registered', async () => {
    const name = filer.entityName.toUpperCase();
    const { review } = await aFilingUnderReview({ name, extension: 'LLC' });
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await data('GET', `/api/v1/legal_entities/${filer.entityId}`)).toMatchObject({
      data: { name },
    });
    expect(await documents()).toMatchObject({ data: [{ slug: 'certificate-of-amendment' }] });
  });

  it('allows the entity to file again, with another certificate', async () => {
    for (const extension of ['L.C.', 'SRL']) {
      const { review } = await aFilingUnderReview({ extension });
      await decideReview(world, review.id, { decision: 'approve' });
      await world.settle();
    }
    const { data: listed } = (await documents()) as { data: { id: string; slug: string }[] };
    expect(listed.map(({ slug }) => slug)).toEqual([
      'certificate-of-amendment',
      'certificate-of-amendment',
    ]);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2);
  });
});

describe('an approval that cannot take effect', () => {
  it.each<[string, (name: string) => Promise<unknown>, string]>([
    [
      'if an import took the name',
      (name) => anEntity(world, { name }),
      'A legal entity with this name already exists',
    ],
    [
      'if the entity was dissolved',
      () =>
        world.admin('PATCH', `/legal_entities/${filer.entityId}`, {
          dissolutionDate: now(),
        }),
      'The legal entity is dissolved',
    ],
  ])(
    '%s returns to the reviewers, and the filing stays under review',
    async (_, happen, returnedReason) => {
      const name = freshName();
      const { id, review } = await aFilingUnderReview({ name });
      await happen(name);
      await decideReview(world, review.id, { decision: 'approve' });
      await world.settle();
      expect(await reviewOf(world, id)).toEqual({ ...review, returnedReason });
      expect(await readFiling(world, filer, id)).toMatchObject({
        statusId: 'Pending Review',
        approvedAt: null,
      });
      expect(await documents()).toEqual({ data: [] });
      const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=amendment.approved`);
      expect(body).toMatchObject({ data: [{ outcome: 'refused' }] });
    },
  );
});

describe('rejecting a submitted amendment (spec 3.2)', () => {
  it('stores the reason, notifies the signer and allows the entity to file again', async () => {
    const { id, review } = await aFilingUnderReview({ name: freshName() });
    const submitted = await readFiling(world, filer, id);
    const reason = 'The name is misleading.';
    await decideReview(world, review.id, { decision: 'reject', reason });
    await world.settle();
    expect(await readFiling(world, filer, id)).toEqual({
      ...submitted,
      nextSteps: { ...submitted.nextSteps, pollAfterSeconds: null },
      statusId: 'Rejected',
      rejectedAt: now(),
      rejectedReason: reason,
      updatedAt: now(),
    });
    expect(await data('GET', `/api/v1/legal_entities/${filer.entityId}`)).toMatchObject({
      data: { name: filer.entityName },
    });
    expect(await documents()).toEqual({ data: [] });
    const [mail, ...others] = mailsAbout(`to ${filer.entityName} LLC. We rejected it`);
    expect([mail?.to, others]).toEqual([filer.email, []]);
    for (const part of [
      reason,
      'Fees are not refunded automatically. Contact us to ask for a refund.',
      `/portal/legal-entities/${filer.entityId}/amendments/${id}\n`,
    ]) {
      expect(mail?.text).toContain(part);
    }
    const next = filingIn(await propose(world, filer, { extension: 'SRL' }));
    expect(next.id).not.toBe(id);
  });
});
