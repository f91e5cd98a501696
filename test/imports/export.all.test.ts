import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { exportSchema } from '../../admin/export/export-schema.ts';
import { createTable } from '../../local/create-table.ts';
import { localAws } from '../../local/engines/engine.ts';
import { storeTaxProof } from '../../shared/certificates/usecases/tax-proof.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { exportedKind, itemRules } from '../../shared/kernel/domain/item-rules.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { runInShell } from '../admin/shell.ts';
import { aDraft, aPreAcceptingAgent } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { bucketName } from '../support/permissions/policies.ts';
import { signedIn } from '../support/portal.ts';
import { anAgentKey, anEntity, aPartnerKey, aResident, created } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { anInfectedPdf } from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const engines = join(folder, 'engines.json');
writeFileSync(
  engines,
  JSON.stringify({
    region: localAws.region,
    table: world.table.name,
    documents: bucketName,
    tableEndpoint: world.databaseEndpoint,
    bucketEndpoint: process.env['AWS_ENDPOINT_URL_S3'],
    ...localAws.credentials,
  }),
);
const shell = (line: string) =>
  runInShell({ url: world.baseUrl, env: { REGISTRY_ENGINES: engines } }, line);

/** An empty table in the world's database. */
async function anEmptyTable(name: string): Promise<string> {
  const client = new DynamoDBClient({ ...localAws, endpoint: world.databaseEndpoint });
  await createTable(client, name);
  client.destroy();
  return name;
}

/** The lines of an export, each with its file's name. */
function contentsOf(directory: string) {
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  const lines = names.flatMap((name) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `${name} ${line}`),
  );
  return lines.toSorted();
}

const secrets: string[] = [];
const ada = await aResident(world);
const grace = await anApplicant(world);
secrets.push(ada.standardKey, grace.standardKey, grace.agentKey, await aPartnerKey(world));
secrets.push(await anAgentKey(world, ada.id, ['agent:verify_rpn']));
const entity = await anEntity(world, { representatives: [ada.id] });
await created(world, `/legal_entities/${entity.id}/documents`, {
  name: 'Deed',
  contentType: 'application/pdf',
  contentBase64: Buffer.from('%PDF-1.7 deed').toString('base64'),
});
await created(world, '/vouchers', { kind: 'full' });
await created(world, '/reserved_names', { name: 'Kept Back' });
await created(world, '/referral_codes', { ownerType: 'natural_person', ownerId: ada.id });
const client = await created(world, '/oauth_clients', {
  name: 'Program',
  redirectUris: ['https://program.example/back'],
  scopes: ['openid'],
});
secrets.push(String(client['clientSecret']));
const draft = await aDraft(world, await aPreAcceptingAgent(world, ada), {});
const unsigned = await aDraft(world, ada.standardKey, { name: 'Unsigned Draft' });
for (const { signature } of [draft, unsigned]) {
  if (signature !== null) secrets.push(signature.slice(signature.lastIndexOf('/') + 1));
}
const submission = await aSubmission(world, grace, { name: 'Exported Works' });
await world.settle();
await decideReview(world, (await reviewOf(world, submission.id)).id, { decision: 'approve' });
await world.settle();
const browser = await signedIn(world, ada.email);
// Earlier versions stored line separators in one-line texts, which some readers take for line ends.
await world.table.client.call('UpdateItem', {
  TableName: world.table.name,
  Key: keys.person(ada.id),
  UpdateExpression: 'SET givenName = :name',
  ExpressionAttributeValues: { ':name': 'A\u2028d\u2029a' },
});

describe('npm run admin -- export', () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];

  it('equals a second export after it was imported into an empty table', async () => {
    const exported = await shell(`export --to ${first} --files --json`);
    expect(exported).toMatchObject({ exitCode: 0, err: '' });
    const manifest = JSON.parse(exported.out);
    expect(manifest.files.person.lines).toBe(2);
    expect(manifest.files.entity.lines).toBe(2);
    expect(manifest.files.audit.lines).toBeGreaterThan(10);
    expect(manifest.documents).toMatchObject({ included: true });
    expect(manifest.actsDuringExport).toBe(0);
    expect((await shell(`import validate ${first}`)).exitCode).toBe(0);
    const table = await anEmptyTable('moved');
    expect(await shell(`import run ${first} --table ${table}`)).toMatchObject({ exitCode: 0 });
    const again = await shell(`export --to ${second} --table ${table} --files --json`);
    expect(again.exitCode).toBe(0);
    expect(contentsOf(second)).toEqual(contentsOf(first));
    expect(contentsOf(second).join('\n')).toContain('A\u2028d\u2029a');
    for (const [kind, { sum }] of Object.entries<{ sum: string }>(JSON.parse(again.out).files)) {
      expect({ kind, sum }).toEqual({ kind, sum: manifest.files[kind].sum });
    }
    expect(readdirSync(join(second, 'files'), { recursive: true }).toSorted()).toEqual(
      readdirSync(join(first, 'files'), { recursive: true }).toSorted(),
    );
    const compared = await shell(`import reconcile ${first} --table ${table}`);
    expect(compared).toMatchObject({ exitCode: 0 });
  });

  it('leaves out uploaded files not found clean by a scan, and counts them', async () => {
    const { required } = world.scans.setting;
    world.scans.setting.required = true;
    const upload = (content: Uint8Array) =>
      storeTaxProof(
        { personId: ada.id, content, contentType: 'application/pdf' },
        personActor(ada.id),
        world.deps,
      );
    const [clean, refused] = [await upload(aPdf()), await upload(anInfectedPdf())];
    await world.scans.deliver();
    const pending = await upload(aPdf(61));
    world.scans.setting.required = required;
    const directory = join(folder, 'scanned');
    const exported = await shell(`export --to ${directory} --files --json`);
    expect(exported).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(exported.out).documents).toMatchObject({ included: true, skipped: 2 });
    const has = ({ objectKey }: { readonly objectKey: string }) =>
      existsSync(join(directory, 'files', objectKey));
    expect([clean, refused, pending].map(has)).toEqual([true, false, false]);
    const table = await anEmptyTable('scanned');
    expect(await shell(`import run ${directory} --table ${table}`)).toMatchObject({ exitCode: 0 });
    expect(await shell(`import reconcile ${directory} --table ${table}`)).toMatchObject({
      exitCode: 0,
    });
    await world.scans.deliver();
  });

  it('can be resumed when imported, but not into a table that has a registry', async () => {
    const refused = await shell(`import run ${first} --table moved`);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('--resume') });
    const again = await shell(`import run ${first} --table moved --resume`);
    expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining('0 of them new') });
    // Into the registry itself, which has changed since.
    await world.admin('PATCH', `/persons/${ada.id}`, { surname: 'Changed' });
    const other = await shell(`import run ${first} --resume`);
    expect(other).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('a different item at the key of a PERSON#'),
    });
    expect(await shell(`import reconcile ${first}`)).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/2 {8}2 ≠ person\n/),
    });
  });

  it('contains no secret and no hash of one', () => {
    const text = contentsOf(first).join('\n');
    const known = [...secrets, ...browser.cookies.values()].filter((each) => each.length > 8);
    const tokens = known.flatMap((secret) => [
      secret,
      createHash('sha256').update(secret).digest('hex'),
    ]);
    expect(tokens.length).toBeGreaterThan(5);
    expect(tokens.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain(String(entity['name']));
    for (const kind of ['apiKey', 'session', 'refreshToken', 'signatureLink', 'signInChallenge']) {
      expect(itemRules[kind]).toHaveProperty('left');
    }
    const [program] = readFileSync(join(first, 'oauthClient.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(program ?? '')).toMatchObject({ secrets: [] });
    for (const line of readFileSync(join(first, 'application.jsonl'), 'utf8').trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ signatureToken: null });
    }
  });

  it('is refused on import if a file differs from its manifest, and never overwrites a directory', async () => {
    const file = join(first, 'person.jsonl');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('"active"', '"deactivated"'));
    expect(await shell(`import validate ${first}`)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('person.jsonl does not match the manifest'),
    });
    writeFileSync(file, whole);
    rmSync(join(second, 'manifest.json'));
    expect(await shell(`import validate ${second}`)).toMatchObject({ exitCode: 2 });
    expect(await shell(`export --to ${first}`)).toMatchObject({ exitCode: 2 });
  });
});

it('the docs name every kind left out of exports, and the schema is current', () => {
  const page = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8');
  const kinds = Object.entries(itemRules).filter(([, rule]) => 'left' in rule);
  expect(kinds.filter(([kind]) => !page.includes(`\`${kind}\``))).toEqual([]);
  const schema = new URL('../../docs/export-schema.json', import.meta.url);
  // `npm run generate` writes it.
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(exportSchema())),
  );
});

it('every kind of item has an export rule, and is recognized by its key', () => {
  const wrong = Object.entries(keys).filter(([kind, make]) => {
    // Every key function accepts texts and numbers.
    const key = (make as (...parts: readonly string[]) => { pk: string; sk: string })(
      'a',
      'b',
      'c',
    );
    return exportedKind(key) !== kind;
  });
  expect(wrong.map(([kind]) => kind)).toEqual([]);
});
