import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { ProofOfAddressAnswer } from '../../shared/residency/contracts/partner-application.ts';
import {
  findProofOfAddress,
  residencyApplicationWrite,
} from '../../shared/residency/db/residency-applications.ts';
import { unknownId } from '../support/admin.ts';
import { aResidencyDraft, aResidencySubmission, stored } from '../support/applicants.ts';
import { aJpeg, anEmptyZip, aPdf, aPng } from '../support/files.ts';
import { joined, multipartBody, type Part } from '../support/multipart.ts';
import {
  aFile,
  anApplicationId,
  aPartner,
  aProof,
  downloadProof,
  type Sent,
  sendProof,
} from '../support/proofs.ts';
import { useWorld } from '../support/use-world.ts';

let draft: string;

const world = await useWorld();
const partner = await aPartner(world);
beforeEach(async () => {
  world.clock.now += 60_000;
  draft = (await aResidencyDraft(world, partner)).id;
});

const theApplication = (id = draft): Part => anApplicationId(id);
const send = (sent: Partial<Sent>) =>
  sendProof(world, { key: partner.key, body: aProof(draft), ...sent });
const sendParts = (parts: readonly Part[]) => send({ body: multipartBody(parts) });

async function uploaded(parts: readonly Part[]) {
  const { status, body } = await sendParts(parts);
  expect({ status, body }).toMatchObject({ status: 200 });
  return ProofOfAddressAnswer.parse(body).data;
}

const refusal = (status: number, error: string, code: string) => ({
  status,
  body: { error, code, requestId: expect.any(String) },
});

describe('POST /api/v1/uploads/proof_of_address (facts C12.5)', () => {
  it.each<[string, () => Uint8Array, string, string]>([
    ['a PDF', aPdf, 'application/pdf', 'pdf'],
    ['a JPEG', () => aJpeg, 'image/jpeg', 'jpg'],
    ['a PNG', () => aPng, 'image/png', 'png'],
    ['4,500,000 bytes', () => aPdf(4_500_000), 'application/pdf', 'pdf'],
  ])('stores %s and returns it to the partner unchanged', async (_, make, type, ending) => {
    const content = make();
    const proof = await uploaded([theApplication(), aFile(content, { type })]);
    expect(proof).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      applicationId: draft,
      contentType: type,
      size: content.length,
    });
    const file = await downloadProof(world, proof.id, partner.key);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="proof-of-address-${proof.id}.${ending}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(Buffer.compare(await file.bytes(), content)).toBe(0);
  });

  it('stores the bytes under their SHA-256, without the sender’s file name', async () => {
    const name = '../../../../etc/cron.d/x\\..\\evil.html';
    let id = '';
    const calls = await storeCalls(async () => {
      ({ id } = await uploaded([theApplication(), aFile(aPdf(), { fileName: name })]));
    });
    expect(calls).toEqual(['document', 'TransactWriteItems']);
    const proof = await findProofOfAddress(world.table, id);
    expect(proof?.objectKey).toBe(`proofs-of-address/${draft}/${proof?.sha256}`);
    expect(JSON.stringify(proof)).not.toMatch(/etc|evil/);
  });

  it.each<[string, () => readonly Part[], string]>([
    ['without an application', () => [aFile()], 'applicationId is required'],
    [
      'with a blank application id',
      () => [theApplication(' '), aFile()],
      'applicationId is required',
    ],
    [
      'with an invalid application id',
      () => [theApplication('../x'), aFile()],
      'Invalid request body',
    ],
    [
      'with two applications',
      () => [theApplication(), theApplication(unknownId), aFile()],
      'Invalid request body',
    ],
    ['without a file', () => [theApplication()], 'No file provided'],
    ['with an empty file', () => [theApplication(), aFile(new Uint8Array())], 'No file provided'],
    [
      'with the file as text',
      () => [theApplication(), { name: 'file', content: aPdf() }],
      'No file provided',
    ],
    [
      'with the file in another field',
      () => [theApplication(), aFile(aPdf(), { name: 'document' })],
      'No file provided',
    ],
    ['with two files', () => [theApplication(), aFile(), aFile()], 'Invalid request body'],
    [
      'with a file over 4.5 MB',
      () => [theApplication(), aFile(aPdf(4_500_001))],
      'File size exceeds 4.5MB limit',
    ],
  ])('returns 400 %s, and stores nothing', async (_, parts, error) => {
    const calls = await storeCalls(async () => {
      const { status, body } = await sendParts(parts());
      expect({ status, body }).toMatchObject({ status: 400, body: { error } });
    });
    expect(calls).toEqual([]);
  });

  it.each<[string, () => Uint8Array, string]>([
    ['another type', aPdf, 'application/octet-stream'],
    ['a type that does not match the bytes', () => aPng, 'application/pdf'],
    ['no type', aPdf, ''],
    ['an HTML page', () => joined(['<html><script>alert(1)</script>']), 'application/pdf'],
    ['another image format', () => joined(['GIF89a']), 'image/gif'],
    [
      'a PDF with an image instead of its end',
      () => joined(['%PDF-1.7\n', aJpeg]),
      'application/pdf',
    ],
    ['an HTML page before a PDF', () => joined(['<html>', aPdf()]), 'application/pdf'],
    ['a PDF with an archive after it', () => joined([aPdf(), anEmptyZip]), 'application/pdf'],
  ])('returns 400 for %s, and stores nothing', async (_, make, type) => {
    const calls = await storeCalls(async () => {
      const { status, body } = await sendParts([theApplication(), aFile(make(), { type })]);
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          error: 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.',
          code: 'upload.unsupported_type',
          details: [
            {
              code: 'custom',
              path: ['file'],
              message: expect.stringMatching(/^This (?:file|is) |^Upload a |^Declare the file as /),
            },
          ],
          requestId: expect.any(String),
        },
      });
    });
    expect(calls).toEqual([]);
  });

  it('accepts a JPEG declared as image/jpg, and cuts data after its end', async () => {
    const photo = joined([aJpeg, '\0\0\0\x18ftypmp42', anEmptyZip]);
    const sent = await uploaded([theApplication(), aFile(photo, { type: 'image/jpg' })]);
    expect(sent).toMatchObject({ contentType: 'image/jpeg', size: aJpeg.length });
  });

  it('ignores unknown text fields', async () => {
    const note = { name: 'note', content: 'x' };
    expect((await uploaded([note, theApplication(), aFile()])).applicationId).toBe(draft);
  });

  it.each<[string, () => Partial<Sent>]>([
    ['JSON', () => ({ body: joined(['{}']), type: 'application/json' })],
    ['a form without files', () => ({ type: 'application/x-www-form-urlencoded' })],
    ['a boundary that is not in the body', () => ({ type: 'multipart/form-data; boundary=x' })],
    ['no body', () => ({ body: new Uint8Array() })],
    [
      'a body that is cut off',
      () => ({ body: multipartBody([theApplication(), aFile()]).slice(0, -60) }),
    ],
  ])('returns 400 for %s', async (_, sent) => {
    const { status, body } = await send(sent());
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [expect.objectContaining({ path: [] })],
        requestId: expect.any(String),
      },
    });
  });

  it('returns 400 for a file of 4.5 binary megabytes and a byte', async () => {
    const { status, body } = await sendParts([theApplication(), aFile(aPdf(4.5 * 1_048_576 + 1))]);
    expect({ status, body }).toEqual(
      refusal(400, 'File size exceeds 4.5MB limit', 'upload.too_large'),
    );
  });

  it('returns 413 for a body longer than any form with a valid file', async () => {
    const { status, body } = await sendParts([theApplication(), aFile(aPdf(4_750_001))]);
    expect({ status, body }).toEqual(
      refusal(413, 'Request body too large', 'request.body_too_large'),
    );
  });

  it('accepts files for the integration’s own drafts only', async () => {
    const foreign = await aResidencyDraft(world, await aPartner(world));
    const notFound = refusal(404, 'Residency application not found', 'application.not_found');
    for (const id of [foreign.id, unknownId]) {
      const { status, body } = await sendParts([theApplication(id), aFile()]);
      expect({ status, body }).toEqual(notFound);
    }
    const submitted = await aResidencySubmission(world, partner);
    const { status, body } = await sendParts([theApplication(submitted.id), aFile()]);
    expect({ status, body }).toEqual(
      refusal(400, 'Residency application is not in draft status', 'application.not_draft'),
    );
  });

  it('refuses a file if the draft is submitted in the meantime', async () => {
    const application = await stored(world, draft);
    world.proxy.beforeNext(
      (body) => JSON.stringify(body).includes('PROOF_OF_ADDRESS#'),
      () =>
        transact(world.table, {
          application: residencyApplicationWrite({ ...application, statusId: 'Pending Review' }),
        }),
    );
    const { status, body } = await send({});
    expect({ status, body }).toEqual(
      refusal(400, 'Residency application is not in draft status', 'application.not_draft'),
    );
    expect(world.proxy.pending()).toBe(0);
  });

  it('returns 401 without a Partner Key, 403 without the scope or if the integration is suspended', async () => {
    const reader = await aPartner(world, ['partner:person.application.read']);
    expect(await send({ key: reader.key })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient permissions', code: 'api_key.insufficient_permissions' },
    });
    expect(await send({ key: 'sk-x' })).toMatchObject({ status: 401 });
    await world.admin('PATCH', `/partner_integrations/${reader.integrationId}`, { active: false });
    expect(await send({ key: reader.key })).toMatchObject({
      status: 403,
      body: { error: 'Partner integration is not active.', code: 'partner_integration.not_active' },
    });
  });

  it('accepts 20 files an hour for one application', async () => {
    for (let count = 0; count < 20; count += 1) await uploaded([theApplication(), aFile()]);
    const { status, body, headers } = await sendParts([theApplication(), aFile()]);
    expect({ status, body }).toEqual(
      refusal(429, 'Too many attempts', 'rate_limit.too_many_attempts'),
    );
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is audited without the file’s name', async () => {
    const { id } = await uploaded([theApplication(), aFile(aPdf(), { fileName: 'Jane Doe.pdf' })]);
    const { body } = await world.admin('GET', `/audit?subjectId=${draft}`);
    expect(body).toMatchObject({
      data: [
        {
          actor: { kind: 'partner_key' },
          action: 'residency_application.proof_of_address_uploaded',
          subject: { type: 'residency_application', id: draft },
          details: { uploadId: id, contentType: 'application/pdf', size: 60 },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Jane');
  });
});

/** Writes to the document store and the table, without counters, while `act` runs. */
async function storeCalls(act: () => Promise<void>): Promise<readonly string[]> {
  const written: string[] = [];
  const { documents } = world.deps;
  const { put } = documents;
  Object.assign(documents, {
    put: async (...file: Parameters<typeof put>) => {
      written.push('document');
      return put(...file);
    },
  });
  world.proxy.calls.reset();
  await act();
  Object.assign(documents, { put });
  const writes = world.proxy.calls.list().map(({ operation }) => operation);
  return [...written, ...writes.filter((name) => name === 'TransactWriteItems')];
}
