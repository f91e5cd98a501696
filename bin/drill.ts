import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runAdmin } from '../admin/run-admin.ts';
import { createTable } from '../local/create-table.ts';

/**
 * `npm run drill`: a rehearsal of a restore on this machine, with each step timed. It backs up a running table. Then it revokes a
 * key, redeems a voucher, issues a certificate, ends a residency, and revokes all Agent Keys. It destroys the table, restores the
 * older backup, compares it with an export of that time, and replays the missing changes from the copies. It also restores the
 * export into an empty table and compares that one. Finally it revokes all keys. Ends with 1 if any check fails.
 */
const directory = mkdtempSync(join(tmpdir(), 'registry-drill-'));
const data = join(directory, 'data');
const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';
let baseUrl = '';
const services: ChildProcess[] = [];

/** The content of an answer; the drill reads few of its fields. */
type Data = Readonly<Record<string, unknown>>;

async function call(method: string, path: string, key: string | null, body?: object) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: key === null ? asOperator : `Bearer ${key}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

async function succeed(method: string, path: string, key: string | null, body?: object) {
  const { status, text } = await call(method, path, key, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return (text === '' ? {} : (Object(JSON.parse(text)).data ?? JSON.parse(text))) as Data;
}

const admin = (method: string, path: string, body?: object) =>
  succeed(method, `/admin/v1${path}`, null, body);

async function start() {
  const child = spawn(process.execPath, ['--no-warnings', 'bin/local.ts', '--data', data], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  services.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!output.includes('Ready in')) {
    if (child.exitCode !== null) throw new Error(`the service did not start:\n${output}`);
    await delay(50);
  }
  baseUrl = String(JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')).baseUrl);
  return async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
}

/** Waits for a condition, for at most a minute. */
async function until(what: string, isSo: () => Promise<boolean>) {
  const last = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > last) throw new Error(`not in a minute: ${what}`);
    await delay(100);
  }
}

function expect(what: string, found: unknown, right: unknown): void {
  if (found !== right) throw new Error(`${what}: ${String(found)}, not ${String(right)}`);
  process.stdout.write(`        ${what}: ${String(found)}\n`);
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${seconds.padStart(5)} s ${title}\n`);
  return result;
}

/** Runs an operators' command; returns its exit code and output. */
async function command(...words: string[]) {
  let printed = '';
  const note = (text: string) => {
    printed += text;
  };
  const code = await runAdmin(words, {
    env: { REGISTRY_ENGINES: join(data, 'engines.json'), REGISTRY_URL: baseUrl },
    write: note,
    notice: note,
    width: null,
    style: (_, text) => text,
    ask: null,
    readInput: async () => '',
  });
  return { code, printed };
}

/** The same, but it must succeed. */
async function succeeds(...words: string[]) {
  const { code, printed } = await command(...words);
  if (code !== 0) throw new Error(printed);
}

async function aResident(name: string) {
  const { id } = await admin('POST', '/persons', {
    email: `${name}@drill.example`,
    givenName: name,
    surname: 'Drill',
  });
  const residency = await admin('POST', `/persons/${id}/residencies`, {
    residencyType: 'Resident',
    effectiveDate: '2024-01-01T00:00:00.000Z',
  });
  const key = await admin('POST', `/persons/${id}/api_keys`, { kind: 'standard' });
  return {
    id,
    key: String(key['key']),
    keyId: String(key['id']),
    rpn: String(residency['residentPermitNumber']),
    residencyId: String(residency['id']),
  };
}

/**
 * The newest stream record of a table's file (each write of an item has one), and the number of cases without a
 * reviewer.
 */
function movement(file: string) {
  const table = new DatabaseSync(file, { readOnly: true });
  const last = table.prepare('SELECT max(id) AS id FROM _stream_records').get();
  const onTheirWay = table
    .prepare(
      `SELECT count(*) AS n FROM registry WHERE item_json LIKE '%"dispatchedAt":{"NULL":true}%'
       AND item_json LIKE '%"statusId":{"S":"Pending Review"}%'`,
    )
    .get();
  table.close();
  return { lastWrite: Number(last?.['id']), onTheirWay: Number(onTheirWay?.['n']) };
}

const requestsOf = (entity: Data) => `/api/v1/legal_entities/${entity['id']}/certificate_requests`;
const whoami = async (key: string) => (await call('GET', '/api/v1/whoami', key)).status;
const isActive = async (key: string, rpn: string) =>
  (await succeed('POST', '/api/v1/verify_rpn', key, { rpn }))['active'];
const certificatePage = async (code: string) =>
  (await fetch(`${baseUrl}/certificates/${code}`)).status;

async function drill(): Promise<void> {
  let stop = await step('start', start);
  const before = await step('two residents, two entities, a voucher', async () => {
    const [owner, gone] = [await aResident('owner'), await aResident('gone')];
    const entity = (name: string) =>
      admin('POST', '/legal_entities', {
        optionId: 'llc',
        name,
        extension: 'LLC',
        createdViaAPI: true,
        representatives: [owner.id],
      });
    const entities = [await entity('Drill One'), await entity('Drill Two')] as const;
    const voucher = String((await admin('POST', '/vouchers', { kind: 'full' }))['code']);
    const agent = await admin('POST', `/persons/${owner.id}/api_keys`, {
      kind: 'agent',
      scopes: ['agent:verify_rpn'],
    });
    return { owner, gone, entities, voucher, agentKey: String(agent['key']) };
  });
  const { owner, gone, entities, voucher, agentKey } = before;
  const backup = join(directory, 'backup.sqlite');
  const exported = join(directory, 'export');
  // The demo's cases may still be on their way to the reviewers. Both are repeated until none is and nothing was
  // written in between.
  await step('back up the running table, and export it for comparison', () =>
    until('a backup and an export of the same moment', async () => {
      for (const former of [backup, exported]) rmSync(former, { recursive: true, force: true });
      const table = new DatabaseSync(join(data, 'dynamodb.sqlite'));
      table.exec(`VACUUM INTO '${backup}'`);
      table.close();
      await succeeds('export', '--to', exported, '--files');
      const { lastWrite, onTheirWay } = movement(backup);
      return onTheirWay === 0 && lastWrite === movement(join(data, 'dynamodb.sqlite')).lastWrite;
    }),
  );
  const day = new Date().toISOString().slice(0, 10);
  const { code, agentKeys } = await step('continue: revoke, redeem, issue, end', async () => {
    const [entity] = entities;
    const request = await succeed('POST', requestsOf(entity), owner.key, {});
    const paid = `${requestsOf(entity)}/${request['id']}/pay/voucher`;
    await succeed('POST', paid, owner.key, { voucherCode: voucher });
    let issued: unknown = null;
    await until('a certificate', async () => {
      issued = (await admin('GET', `/certificate_requests/${request['id']}`))['verificationCode'];
      return typeof issued === 'string' && (await certificatePage(issued)) === 200;
    });
    const path = `/persons/${gone.id}/residencies/${gone.residencyId}/terminate`;
    await admin('POST', path, {});
    await admin('DELETE', `/persons/${gone.id}/api_keys/${gone.keyId}`);
    // Includes the demo's keys.
    const many = { of: 'keys', kinds: ['agent'] };
    const { found } = await admin('POST', '/revocations', many);
    const done = await admin('POST', '/revocations', { ...many, carryOut: true });
    expect('Agent Keys revoked at once', done['revoked'], found);
    return { code: String(issued), agentKeys: Number(found) };
  });
  await step('wait for the copies', () =>
    until('copies', async () => {
      const { printed } = await command('restore', 'replay', '--since', day);
      const known = ['apiKey', 'voucher', 'certificateCode', 'residency'];
      return known.every((kind) => {
        const count = kind === 'apiKey' ? 1 + agentKeys : '\\d+';
        return new RegExp(`^${kind} +0 to be written, ${count} known`, 'm').test(printed);
      });
    }),
  );
  await step('destroy the table', async () => {
    await stop();
    for (const name of readdirSync(data)) {
      if (name.startsWith('dynamodb.sqlite')) rmSync(join(data, name));
    }
  });
  stop = await step('restore the older backup, and start', async () => {
    cpSync(backup, join(data, 'dynamodb.sqlite'));
    return start();
  });
  await step('compare it with the export', () => succeeds('import', 'reconcile', exported));
  await step('import the export into an empty table, and compare that', async () => {
    const { tableEndpoint, region, accessKeyId, secretAccessKey } = JSON.parse(
      readFileSync(join(data, 'engines.json'), 'utf8'),
    );
    const credentials = { accessKeyId, secretAccessKey };
    const client = new DynamoDBClient({ endpoint: tableEndpoint, region, credentials });
    await createTable(client, 'moved');
    await succeeds('import', 'run', exported, '--table', 'moved');
    await succeeds('import', 'reconcile', exported, '--table', 'moved');
    await client.send(new DeleteTableCommand({ TableName: 'moved' }));
    client.destroy();
  });
  expect('forgotten: the revoked key answers', await whoami(gone.key), 200);
  expect('forgotten: the Agent Key answers', await whoami(agentKey), 200);
  expect('forgotten: the certificate’s page answers', await certificatePage(code), 404);
  await step('replay from the copies', async () => {
    const { code: exit, printed } = await command(
      'restore',
      'replay',
      '--since',
      day,
      '--carry-out',
    );
    if (exit !== 0) throw new Error(printed);
  });
  await step('reconcile keys', () => admin('POST', '/gateway_keys/comparison', { carryOut: true }));
  expect('the revoked key answers', await whoami(gone.key), 401);
  expect('the Agent Key answers', await whoami(agentKey), 401);
  expect('the other key answers', await whoami(owner.key), 200);
  expect('the ended residency is active', await isActive(owner.key, gone.rpn), false);
  expect('the certificate’s page answers', await certificatePage(code), 200);
  const second = await succeed('POST', requestsOf(entities[1]), owner.key, {});
  const again = `${requestsOf(entities[1])}/${second['id']}/pay/voucher`;
  const { status } = await call('POST', again, owner.key, { voucherCode: voucher });
  expect('the redeemed voucher is refused', status >= 400 && status < 500, true);
  await step('verify the trail', async () => {
    const { code: exit, printed } = await command('audit', 'verify', '--from', day);
    if (exit !== 0) throw new Error(printed);
  });
  await step('smoke test', async () => {
    const env = { ...process.env, REGISTRY_KEY: owner.key, REGISTRY_RPN: owner.rpn };
    const smoke = spawn(process.execPath, ['--no-warnings', 'bin/smoke.ts', baseUrl], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [exit] = await once(smoke, 'close');
    if (exit !== 0) throw new Error('the smoke test failed');
  });
  await step('revoke all keys there are, twice around', async () => {
    const { code: exit, printed } = await command('keys', 'revoke-all', '--carry-out');
    if (exit !== 0) throw new Error(printed);
    process.stdout.write(printed.replaceAll(/^/gm, '        ').trimEnd().concat('\n'));
  });
  expect('the other key answers', await whoami(owner.key), 401);
  await stop();
}

const began = performance.now();
try {
  await drill();
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s in all\n`);
} finally {
  for (const service of services) service.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
}
