import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { maxProofBytes } from '../../shared/documents/domain/proof-file.ts';
import { uploadProofOfAddress } from '../../shared/residency/routes/proofs-of-address.ts';
import { aResidencyDraft } from '../support/applicants.ts';
import { aPdf } from '../support/files.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const directory = mkdtempSync(join(tmpdir(), 'upload-'));
afterAll(() => rmSync(directory, { recursive: true }));

const megabyte = 1_048_576;
const script = new URL('../support/measure-upload.ts', import.meta.url).pathname;

/** The event that API Gateway makes from the upload. */
async function event(): Promise<object> {
  const { id: integrationId } = await created(world, '/partner_integrations', { name: 'Harbour' });
  const { key } = await created(world, `/partner_integrations/${integrationId}/keys`, {});
  const { id } = await aResidencyDraft(world, { integrationId });
  const body = multipartBody([
    { name: 'applicationId', content: id },
    { name: 'file', content: aPdf(maxProofBytes), fileName: 'a.pdf', type: 'application/pdf' },
  ]);
  const { method, path } = uploadProofOfAddress;
  return {
    httpMethod: method,
    resource: path,
    path,
    headers: { authorization: `Bearer ${key}`, 'content-type': multipartType },
    pathParameters: null,
    queryStringParameters: null,
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: 'request', identity: { sourceIp: '127.0.0.1' } },
  };
}

it('an upload of 4.5 MB takes less than 64 MB above the memory at start', async () => {
  const file = join(directory, 'event.json');
  writeFileSync(file, JSON.stringify(await event()));
  const { stdout } = await promisify(execFile)(process.execPath, [script, file], {
    env: {
      ...process.env,
      TABLE_NAME: world.table.name,
      DOCUMENTS_BUCKET: 'documents',
      LOG_LEVEL: 'SILENT',
      AWS_ENDPOINT_URL_DYNAMODB: world.proxy.endpoint,
    },
  });
  // The measuring script prints this JSON.
  const { statusCode, body, above } = JSON.parse(stdout) as {
    statusCode: number;
    body: string;
    above: number;
  };
  expect({ statusCode, body: JSON.parse(body) }).toMatchObject({
    statusCode: 200,
    body: { data: { size: maxProofBytes } },
  });
  expect(above).toBeGreaterThan(4 * megabyte);
  expect(above).toBeLessThan(64 * megabyte);
});
