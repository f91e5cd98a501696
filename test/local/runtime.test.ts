import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify } from 'jose/jws/compact/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Runtime, startRuntime } from '../../local/runtime.ts';
import { keyByCertificate } from '../support/authority.ts';
import { applicationPayload } from '../support/drafts.ts';

let runtime: Runtime;
let dataDirectory: string;
const failures: string[] = [];

beforeAll(async () => {
  process.env['LOG_LEVEL'] = 'SILENT';
  const onFailure = (reason: string) => failures.push(reason);
  dataDirectory = mkdtempSync(join(tmpdir(), 'registry-runtime-'));
  runtime = await startRuntime({ port: 0, dataDirectory, onFailure }, async () => {});
});
afterAll(async () => {
  await runtime.stop();
  rmSync(dataDirectory, { recursive: true });
});

type Data = Readonly<Record<string, unknown>>;

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

/** The `data` of a successful answer. */
async function call(authorization: string, method: string, path: string, body?: object) {
  const response = await fetch(runtime.baseUrl + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.status]).toEqual([path, 200]);
  return ((await response.json()) as { data: Data }).data;
}

const operate = (method: string, path: string, body?: object) =>
  call(asOperator, method, `/admin/v1${path}`, body);

it('an application is processed from its payment to the approval email', async () => {
  const person = await operate('POST', '/persons', { email: 'ada@residents.example' });
  await operate('POST', `/persons/${person['id']}/residencies`, { residencyType: 'Resident' });
  await operate('PUT', `/persons/${person['id']}/manifestation_of_will`, {
    acceptedAgreements: ['e-Resident'],
  });
  const { key } = await operate('POST', `/persons/${person['id']}/api_keys`, {
    kind: 'agent',
    scopes: [
      'agent:entity.application.create',
      'agent:entity.application.pay',
      'agent:entity.application.read',
    ],
  });
  const { code } = await operate('POST', '/vouchers', { kind: 'full' });

  const agent = `Bearer ${key}`;
  const applications = '/api/v1/legal_entity_applications';
  const applicationData = applicationPayload({ name: 'Laptop Works' });
  const { id } = await call(agent, 'POST', applications, { applicationData });
  await call(agent, 'POST', `${applications}/${id}/pay/voucher`, { voucherCode: code });

  let review: Data | undefined;
  await expect
    .poll(async () => {
      [review] = (await operate('GET', `/reviews?subjectId=${id}`)) as unknown as Data[];
      return review?.['status'];
    })
    .toBe('pending');
  const mailOf = async (to: string) =>
    ((await call('', 'GET', `/local/mail?to=${to}`)) as unknown as Data[]).map(
      ({ subject }) => subject,
    );
  // Before the decision, as nobody is notified of a review that is already decided.
  await expect
    .poll(() => mailOf('reviewers@registry.example'))
    .toEqual([expect.stringMatching(/^Review needed: legal entity application [0-9a-f]{8}$/)]);
  await operate('POST', `/reviews/${review?.['id']}/decision`, { decision: 'approve' });
  await expect
    .poll(() => mailOf('ada@residents.example'))
    .toContain('Application approved: Laptop Works LLC');

  const { legalEntityId } = await call(agent, 'GET', `${applications}/${id}`);
  const documents = await operate('GET', `/legal_entities/${legalEntityId}/documents`);
  expect((documents as unknown as Data[]).map(({ slug }) => slug).toSorted()).toEqual([
    'certificate-of-organization',
    'rider-to-aoc',
  ]);
  expect(failures).toEqual([]);
});

it('the local mail page has the same security headers as other pages and answers', async () => {
  const mail = (accept: string) => fetch(`${runtime.baseUrl}/local/mail`, { headers: { accept } });
  const asPage = await mail('text/html');
  const html = await asPage.text();
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  expect(Object.fromEntries(asPage.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  // Screen readers find the content in its landmark.
  const [, main] = /<main>(.*)<\/main>/s.exec(html) ?? [];
  expect(main).toContain('The newest 1000 emails are kept.');
  for (const shown of [
    'From &quot;Resident Registry&quot; &lt;no-reply@registry.example&gt;<br>To ',
    'Auto-Submitted: auto-generated; X-Entity-Ref-ID: ',
    'Configuration set: registry-local',
  ]) {
    expect(html).toContain(shown);
  }
  expect(Object.fromEntries((await mail('application/json')).headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
  const head = await fetch(`${runtime.baseUrl}/local/mail`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it("a status list includes a certificate of this machine's credential authority", async () => {
  const anchor = await fetch(`${runtime.baseUrl}/local/credential-authority`);
  const certificate = new X509Certificate(await anchor.text()).raw;
  const list = `${new Date().toISOString().slice(0, 7)}-1`;
  const token = await (await fetch(`${runtime.baseUrl}/credentials/status/${list}`)).text();
  const { protectedHeader } = await compactVerify(token, keyByCertificate(token, { certificate }));
  expect(protectedHeader['x5c']).toHaveLength(1);
});

it('all written files are private to the user', () => {
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true });
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['dynamodb.sqlite', 'mail.jsonl', 'secrets.json', 'objects']),
  );
  const open = files.filter((file) => {
    const mode = statSync(join(file.parentPath, file.name)).mode & 0o777;
    return mode !== (file.isDirectory() ? 0o700 : 0o600);
  });
  expect(open.map(({ name }) => name)).toEqual([]);
});
