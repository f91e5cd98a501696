import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestsPath } from '../support/certificates.ts';
import { shownText } from '../support/portal.ts';
import { reviewOf } from '../support/submissions.ts';
import { visitor } from '../support/visitor.ts';
import type { World } from '../support/world.ts';
import handles from './1.0.0/handles.json' with { type: 'json' };
import { callerOf } from './caller-of.ts';
import { browserWith, goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld();
});
afterAll(() => world.stop());

const { owner, applications, amendments, certificates } = handles;
const { approve, data, paid, statusAt } = callerOf(() => world);
const ofApplication = (id: string) => `/api/v1/legal_entity_applications/${id}`;
const ofCertificate = ({ id, entityId }: { id: string; entityId: string }) =>
  `${requestsPath(entityId)}/${id}`;
const ofFiling = ({ id, filer }: { id: string; filer: { path: string } }) => `${filer.path}/${id}`;

describe('legal-entity applications', () => {
  const key = owner.standardKey;
  const agent = applications.applicant.agentKey;

  it('are read, listed, and found by operators', async () => {
    expect(await statusAt(ofApplication(applications.draft.id), key)).toBe('Draft');
    expect(await statusAt(ofApplication(applications.approved.id), agent)).toBe('Approved');
    expect(await statusAt(ofApplication(applications.rejected.id), agent)).toBe('Rejected');
    const { body } = await world.call('GET', '/api/v1/legal_entity_applications', { key });
    expect(JSON.stringify(body)).toContain(applications.draft.id);
    const path = `/legal_entity_applications/${applications.rejected.id}`;
    expect((await world.admin('GET', path)).status).toBe(200);
  });

  it('are signed under the link that was emailed', async () => {
    const { pathname } = new URL(String(applications.signature));
    const signer = visitor(world.baseUrl);
    expect((await signer.open(pathname)).status).toBe(200);
    await signer.send(pathname, { signerName: 'Ada Lovelace', agree: 'yes' });
    expect(shownText(await signer.open(pathname))).toMatch(/signed/i);
    const path = ofApplication(applications.signatureDraftId);
    await paid(path, key);
    expect(await statusAt(path, key)).not.toBe('Draft');
  });

  it('are paid with a voucher, reviewed and approved', async () => {
    const path = ofApplication(applications.agentDraft.id);
    await paid(path, agent);
    await world.settle();
    await approve((await reviewOf(world, applications.agentDraft.id)).id);
    expect(await statusAt(path, agent)).toBe('Approved');
  });

  it('that wait for their review are approved, and make an entity', async () => {
    await approve(applications.waiting.reviewId);
    const { statusId, legalEntityId } = await data(ofApplication(applications.waiting.id), agent);
    expect(statusId).toBe('Approved');
    const { status } = await world.admin('GET', `/legal_entities/${legalEntityId}`);
    expect(status).toBe(200);
  });
});

describe('amendment filings', () => {
  it('are read in every state', async () => {
    const { draft, unsigned, signed, waiting, approved, rejected } = amendments;
    const all = [draft, unsigned, signed, waiting, approved, rejected];
    const statuses = all.map((filing) => statusAt(ofFiling(filing), filing.filer.standardKey));
    const expected = ['Draft', 'Draft', 'Draft', 'Pending Review', 'Approved', 'Rejected'];
    expect(await Promise.all(statuses)).toEqual(expected);
  });

  it('are signed in the browser that is signed in', async () => {
    const { filer, id, cookies } = amendments.unsigned;
    const browser = browserWith(world, cookies);
    const page = `/portal/legal-entities/${filer.entityId}/amendments/${id}/sign`;
    const { text } = await browser.open(page);
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
    const fields = { signerName: 'Ada Lovelace', agree: 'yes', version };
    expect((await browser.send(page, fields)).status).toBe(303);
    expect((await data(ofFiling(amendments.unsigned), filer.standardKey))['signed']).toBe(true);
  });

  it('that are signed are paid; those that wait are approved, and change the entity', async () => {
    const { filer } = amendments.signed;
    await paid(ofFiling(amendments.signed), filer.standardKey);
    await world.settle();
    await approve((await reviewOf(world, amendments.signed.id)).id);
    await approve(amendments.waiting.reviewId);
    for (const filing of [amendments.signed, amendments.waiting]) {
      const { standardKey, entityId, entityName } = filing.filer;
      expect(await statusAt(ofFiling(filing), standardKey)).toBe('Approved');
      const { body } = await world.admin('GET', `/legal_entities/${entityId}`);
      expect(body).not.toMatchObject({ data: { name: entityName } });
    }
  });
});

describe('certificate requests', () => {
  const key = owner.standardKey;

  it('are read in every state', async () => {
    const { unpaid, contested, rejected, upheld } = certificates;
    const statuses = [unpaid, contested, rejected, upheld].map((request) =>
      statusAt(ofCertificate(request), key),
    );
    const expected = ['Pending Payment', 'Pending Review', 'Rejected', 'Issued'];
    expect(await Promise.all(statuses)).toEqual(expected);
  });

  it('are paid and issued, or approved and issued', async () => {
    await paid(ofCertificate(certificates.unpaid), key);
    await world.settle();
    await approve(certificates.contested.reviewId);
    for (const request of [certificates.unpaid, certificates.contested]) {
      expect(await statusAt(ofCertificate(request), key)).toBe('Issued');
    }
  });

  it('are genuine for anyone who types their code; the proof of taxes opens for its owner', async () => {
    const { code } = certificates.issued;
    const headers = { accept: 'application/json' };
    expect(await world.call('GET', `/certificates/${code}`, { headers })).toMatchObject({
      status: 200,
      body: { genuine: true },
    });
    const browser = browserWith(world, handles.portal.cookies);
    const { status } = await browser.open(new URL(certificates.proofUrl).pathname);
    expect(status).toBe(303);
  });
});
