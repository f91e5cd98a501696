import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { readAll } from '../../../shared/kernel/db/page.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import { issueReviewDocuments } from '../../../shared/service/usecases/reviewed-filings.ts';
import { aFiler, aSubmittedFiling, type Filer, freshName } from '../../support/amendments.ts';
import { plainText, readPdf } from '../../support/pdf-text.ts';
import { shownText } from '../../support/portal.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';
import { visitor } from '../../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 3_600_000;
});

const now = () => new Date(world.clock.now).toISOString();
const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };

interface ListedDocument {
  readonly id: string;
  readonly slug: string;
  readonly fileUrl: string;
}

async function documentsOf(entityId: string, key: string) {
  const { body } = await world.call('GET', `/api/v1/legal_entities/${entityId}/documents`, { key });
  // The response to a representative of the entity has this shape.
  return (body as { data: ListedDocument[] }).data;
}

/** Returns the printed code and the digest of the file. */
async function printed(document: ListedDocument | undefined) {
  const file = new Uint8Array(await (await fetch(document?.fileUrl ?? '')).arrayBuffer());
  const text = plainText(readPdf(file)).replaceAll(/\s+/g, ' ');
  const code = /Verification code ((?:[2-9A-HJ-NP-Z]{4} ){4})/.exec(text)?.[1] ?? '';
  const sha256 = createHash('sha256').update(file).digest('hex');
  return { code: code.replaceAll(' ', ''), sha256, text };
}

const look = (code: string) =>
  world.call('GET', `/certificates/${code}`, { headers: { accept: 'application/json' } });
const pageOf = async (code: string) =>
  shownText(await visitor(world.baseUrl).open(`/certificates/${code}`));

async function approved(subjectId: string) {
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  await decideReview(world, id, { decision: 'approve' });
  await world.settle();
  return id;
}

async function aFormation() {
  const applicant = await anApplicant(world);
  const name = freshName();
  const { id } = await aSubmission(world, applicant, { name });
  const reviewId = await approved(id);
  const { body } = await world.call('GET', `/api/v1/legal_entity_applications/${id}`, {
    key: applicant.agentKey,
  });
  const { legalEntityId } = (body as { data: { legalEntityId: string } }).data;
  return { name, reviewId, entityId: legalEntityId, key: applicant.standardKey };
}

async function anAmendment(filer: Filer, changes: object) {
  const id = await aSubmittedFiling(world, filer, changes);
  return { reviewId: await approved(id), entityId: filer.entityId, key: filer.standardKey };
}

describe('the code on a Certificate of Organization', () => {
  it('opens a page about the formation, and the code on the rider one about the rider', async () => {
    const { name, entityId, key } = await aFormation();
    const documents = await documentsOf(entityId, key);
    const bySlug = (slug: string) => documents.find((document) => document.slug === slug);
    const { code, sha256, text } = await printed(bySlug('certificate-of-organization'));
    expect(text).toContain(`${world.baseUrl}/certificates/`);
    const { status, body } = await look(code);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        genuine: true,
        type: 'certificate_of_organization',
        legalEntity: {
          name: `${name} LLC`,
          residentPermitNumber: expect.stringMatching(/^8\d{13}$/),
        },
        issuedAt: now(),
        inGoodStanding: true,
        change: null,
        sha256,
        withdrawn: null,
      },
    });
    const page = await pageOf(code);
    for (const shown of [
      'Certificate of Organization',
      'It certifies that the legal entity was formed',
      sha256,
    ]) {
      expect(page).toContain(shown);
    }
    expect(page).not.toContain('Good Standing');
    const rider = await printed(bySlug('rider-to-aoc'));
    expect((await look(rider.code)).body).toMatchObject({
      type: 'rider_to_agreement_of_coexistence',
      sha256: rider.sha256,
      withdrawn: null,
    });
    expect(await pageOf(rider.code)).toContain('This document is genuine');
  });
});

describe('the code on a Certificate of Amendment', () => {
  it('opens a page about the change, without an address', async () => {
    const filer = await aFiler(world);
    const name = freshName();
    const { entityId, key } = await anAmendment(filer, { name, principalOfficeAddress: office });
    const { code, sha256 } = await printed((await documentsOf(entityId, key))[0]);
    const change = {
      name: { from: `${filer.entityName} LLC`, to: `${name} LLC` },
      principalOffice: true,
    };
    expect((await look(code)).body).toEqual({
      genuine: true,
      type: 'certificate_of_amendment',
      legalEntity: {
        name: `${name} LLC`,
        residentPermitNumber: expect.stringMatching(/^8\d{13}$/),
      },
      issuedAt: now(),
      inGoodStanding: true,
      change,
      sha256,
      withdrawn: null,
    });
    const page = await pageOf(code);
    expect(page).toMatch(
      new RegExp(`Previous name ${filer.entityName} LLC .*New name ${name} LLC .*Principal office`),
    );
    expect(page).toContain('It certifies that an amendment was approved');
    expect(page).not.toContain('7 Pier');
  });

  it('opens a page without a name change if only the office changed', async () => {
    const filer = await aFiler(world);
    const { entityId, key } = await anAmendment(filer, { principalOfficeAddress: office });
    const { code } = await printed((await documentsOf(entityId, key))[0]);
    expect((await look(code)).body).toMatchObject({
      change: { name: null, principalOffice: true },
    });
    expect(await pageOf(code)).not.toContain('Previous name');
  });
});

describe('a repeated workflow step', () => {
  it('leaves one certificate with one code, even if two attempts run at the same time', async () => {
    const { reviewId, entityId, key } = await aFormation();
    const before = await documentsOf(entityId, key);
    const organization = before.find(({ slug }) => slug === 'certificate-of-organization');
    const { code } = await printed(organization);
    // This is the state after a crash before the entry was written.
    const { pk, sk } = await entryOf(entityId, organization?.id ?? '');
    await transact(world.table, {
      entry: { remove: { Key: { pk, sk } } },
      code: { remove: { Key: keys.certificateCode(code) } },
    });
    const drawn: string[] = [];
    const deps = {
      ...world.deps,
      random: (bytes: number) => {
        const random = world.deps.random(bytes);
        drawn.push(Buffer.from(random).toString('hex'));
        return random;
      },
    };
    await Promise.all([issueReviewDocuments(reviewId, deps), issueReviewDocuments(reviewId, deps)]);
    await issueReviewDocuments(reviewId, deps);
    expect(drawn.length).toBeGreaterThanOrEqual(1);
    const after = await documentsOf(entityId, key);
    expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    const again = await printed(after.find(({ slug }) => slug === 'certificate-of-organization'));
    expect((await look(again.code)).body).toMatchObject({ genuine: true, sha256: again.sha256 });
    expect((await look(code)).status).toBe(404);
  });
});

async function entryOf(entityId: string, documentId: string) {
  const items = await readAll(world.table, { value: `ENTITY#${entityId}`, prefix: 'DOCUMENT#' });
  const entry = items.find(({ id }) => id === documentId);
  return { pk: String(entry?.['pk']), sk: String(entry?.['sk']) };
}
