import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { bundlePath, root } from '../lib/bundle/function-entries.ts';
import { createTable } from '../local/create-table.ts';
import { startDynamoDb } from '../local/engines/dynamodb.ts';
import { localAws } from '../local/engines/engine.ts';
import type { Item } from '../shared/kernel/db/table.ts';
import type { Write } from '../shared/kernel/db/transact.ts';
import { newPersonWrites, type StoredPerson } from '../shared/people/db/people.ts';
import { sessionCookieValue } from '../shared/sign-in/auth/session.ts';
import { newSessionWrites } from '../shared/sign-in/db/sessions.ts';
import { newSession } from '../shared/sign-in/domain/session.ts';

/**
 * Measures the portal's pages for a person with little data, each as a ratio of CPU time to the
 * simplest page in the same run. Each page has its own process, and all are called in turn, a few
 * warm calls at a time, so that other load affects all of them equally. The result is the median of
 * the turns, and the best of several processes for each page, because V8 optimises the same code
 * differently each time. Lists pages above 1.3, and exits 1 above 1.5: a slow machine makes the
 * pages differ more. `--smoke` runs few turns with a wider limit.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const rounds = smoke ? 1 : 3;
const turns = smoke ? 2 : 40;
const callsInTurn = smoke ? 5 : 50;
/** By then V8 has optimised the function, which happens at a different call on each page. */
const warmCalls = smoke ? 20 : 1_000;
const target = 1.3;
const limit = smoke ? 2 : 1.5;

/** Pages that need no id, by function. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'functions/portal/home.ts': ['/portal', '/portal/browsers', '/portal/invoices'],
  'functions/portal/account.ts': ['/portal/activity', '/portal/proofs', '/portal/my-data'],
  'functions/portal/applications.ts': ['/portal/applications'],
  'functions/portal/entities.ts': ['/portal/legal-entities'],
  'functions/portal/connections.ts': ['/portal/connections'],
};

const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
const engine = await startDynamoDb();
const admin = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
try {
  await bundleFunctions(directory);
  const cookie = await somebody();
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, spent] of await measure(cookie)) {
      best.set(path, Math.min(best.get(path) ?? Number.POSITIVE_INFINITY, spent));
    }
  }
  const simplest = Math.min(...best.values());
  for (const [path, spent] of best) {
    const ratio = spent / simplest;
    process.stdout.write(`${path}: ${spent.toFixed(2)} ms of CPU, ${ratio.toFixed(2)}\n`);
    if (ratio > limit) {
      process.stdout.write(`Above its limit: ${path}\n`);
      process.exitCode = 1;
    } else if (ratio > target) process.stdout.write(`Above its target: ${path}\n`);
  }
} finally {
  admin.destroy();
  await engine.stop();
  await rm(directory, { recursive: true });
}

/** A signed-in person in a separate table: returns the value of their cookie. */
async function somebody(): Promise<string> {
  await createTable(admin, 'portal');
  const now = new Date();
  const ada: StoredPerson = {
    ...{ id: randomUUID(), email: 'ada@registry.example', emailVerified: true },
    ...{ givenName: 'Ada', surname: 'Lovelace', dateOfBirth: null, sex: null },
    ...{ countryOfBirth: null, citizenships: [], address: null, phoneNumber: null },
    ...{ residentPermitNumber: null, residency: null, status: 'active', activeKeys: 0 },
    ...{ credentialEpoch: 0, referralCode: null, createdAt: now.toISOString(), version: 1 },
  };
  const token = randomBytes(32).toString('base64url');
  const known = { id: randomUUID(), browser: 'bench', knownBrowserId: 'bench', amr: ['otp'] };
  const session = newSession(ada, now, known);
  const writes: Readonly<Record<string, Write | undefined>> = {
    ...newPersonWrites(ada),
    ...newSessionWrites(token, { ...session, id: String(session.id) }),
  };
  const items = Object.values(writes).flatMap((write): readonly Item[] =>
    write && 'put' in write && write.put.Item ? [write.put.Item] : [],
  );
  const puts = items.map((item) => ({
    PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
  }));
  await admin.send(new BatchWriteItemCommand({ RequestItems: { portal: puts } }));
  return sessionCookieValue(token, ada.id);
}

/** Milliseconds of CPU of a function for each page: the median of its turns. */
async function measure(cookie: string): Promise<ReadonlyMap<string, number>> {
  const probes = Object.entries(pages).flatMap(([entry, paths]) =>
    paths.map((path) => ({
      path,
      child: probe(join(directory, bundlePath(entry), 'index.mjs'), path, cookie),
      spent: [] as number[],
    })),
  );
  try {
    for (const { child } of probes) await once(child, 'message');
    for (const { path, child } of probes) await call(child, path, warmCalls);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const { path, child, spent } of probes) spent.push(await call(child, path, callsInTurn));
    }
  } finally {
    for (const { child } of probes) child.kill();
  }
  return new Map(probes.map(({ path, spent }) => [path, median(spent)]));
}

/** A process with a page's function, called with a request for the page. */
function probe(bundle: string, path: string, cookie: string): ChildProcess {
  const event = {
    ...{ httpMethod: 'GET', resource: path, path, pathParameters: null },
    headers: { cookie: `__Host-registry_session=${cookie}`, host: 'registry.example' },
    ...{ queryStringParameters: null, body: null, isBase64Encoded: false },
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
  };
  return fork(join(root, 'bench/peers/paced-probe.mjs'), [bundle, JSON.stringify(event)], {
    env: {
      ...{ AWS_REGION: localAws.region, AWS_ENDPOINT_URL: engine.endpoint },
      AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
      ...{ AWS_LAMBDA_FUNCTION_NAME: 'bench', TABLE_NAME: 'portal', DOCUMENTS_BUCKET: 'bench' },
      ...{ BASE_URL: 'https://registry.example', REVIEWERS: 'rosa@registry.example' },
      ...{ SEAL_SECRET: 'bench' },
    },
  });
}

/** Milliseconds of CPU of each call, on average. */
async function call(child: ChildProcess, path: string, calls: number): Promise<number> {
  const answer = once(child, 'message');
  child.send(calls);
  const [message] = await answer;
  const { status, cpu } = z.object({ status: z.int(), cpu: z.number() }).parse(message);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return cpu;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
