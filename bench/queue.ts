import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
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
import { products } from '../shared/kernel/domain/product.ts';
import { newPerson, newPersonWrites } from '../shared/people/db/people.ts';
import { queuedAs, queueMoves } from '../shared/reviews/db/review-queue.ts';
import { newReview } from '../shared/reviews/domain/review.ts';
import { sessionCookieValue } from '../shared/sign-in/auth/session.ts';
import { newSessionWrites } from '../shared/sign-in/db/sessions.ts';
import { newSession } from '../shared/sign-in/domain/session.ts';

/**
 * Measures a page of the reviewers' queue with 10,000 waiting cases, as a ratio of CPU time to the
 * same page with ten. The function is called warm, in a separate process for each, in turn; the
 * best round is used. Exits 1 above 1.3. `--smoke` runs few cases and rounds with a wider limit.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const counts = [smoke ? 500 : 10_000, 10] as const;
const rounds = smoke ? 2 : 7;
/** Measured after twice as many calls: by then V8 has optimised the function, which costs more than the page does. */
const warmCalls = smoke ? 10 : 300;
const budget = smoke ? 2 : 1.3;

const entry = 'functions/portal/reviews.ts';
const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
const engine = await startDynamoDb();
const admin = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
try {
  await bundleFunctions(directory);
  const bundle = join(directory, bundlePath(entry), 'index.mjs');
  const tables = [await queueOf(counts[0]), await queueOf(counts[1])] as const;
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, table] of tables.entries()) {
      best[place] = Math.min(best[place] ?? 0, await cost(bundle, table));
    }
  }
  const [full = 0, short = 0] = best;
  const ratio = full / short;
  process.stdout.write(
    `a page of the queue: ${full.toFixed(2)} ms of CPU with ${counts[0]} cases, ${short.toFixed(2)} ms with ${counts[1]}: ${ratio.toFixed(2)}\n`,
  );
  if (ratio > budget) process.stdout.write(`Over budget: ${ratio.toFixed(2)} > ${budget}\n`);
  process.exitCode = ratio <= budget ? 0 : 1;
} finally {
  admin.destroy();
  await engine.stop();
  await rm(directory, { recursive: true });
}

interface Queue {
  readonly name: string;
  readonly cookie: string;
}

/** A table with this many waiting cases, a second apart, of all types in turn, and a signed-in reviewer. */
async function queueOf(count: number): Promise<Queue> {
  const name = `queue-${count}`;
  await createTable(admin, name);
  const now = new Date();
  const rosa = newPerson({
    id: randomUUID(),
    email: 'rosa@registry.example',
    emailVerified: true,
    givenName: 'Rosa',
    surname: 'Reviewer',
    createdAt: now.toISOString(),
  });
  const token = randomBytes(32).toString('base64url');
  const session = newSession(rosa, now, {
    id: randomUUID(),
    browser: 'bench',
    knownBrowserId: 'bench',
    amr: ['otp'],
  });
  const cases = Array.from({ length: count }, (_, place): readonly Item[] => {
    const type = products[place % products.length] ?? 'amendment';
    const at = new Date(now.getTime() - (count - place) * 1000).toISOString();
    const review = newReview(randomUUID(), { type, id: randomUUID() }, at);
    const queued = queuedAs({ name: `Tidewater Instruments ${place} L.L.C.`, parties: [] });
    return itemsOf(queueMoves({ ...review, queued }, null));
  });
  const items = [
    ...itemsOf(newPersonWrites(rosa)),
    ...itemsOf(newSessionWrites(token, { ...session, id: String(session.id) })),
    ...cases.flat(),
  ];
  for (let start = 0; start < items.length; start += 25) {
    const puts = items
      .slice(start, start + 25)
      .map((item) => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }));
    await admin.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
  }
  return { name, cookie: sessionCookieValue(token, rosa.id) };
}

function itemsOf(writes: Readonly<Record<string, Write | undefined>>): readonly Item[] {
  return Object.values(writes).flatMap((write) =>
    write && 'put' in write && write.put.Item ? [write.put.Item] : [],
  );
}

/** Milliseconds of CPU of the function for a page. */
async function cost(bundle: string, { name, cookie }: Queue): Promise<number> {
  const event = {
    httpMethod: 'GET',
    resource: '/portal/reviews',
    path: '/portal/reviews',
    headers: { cookie: `__Host-registry_session=${cookie}`, host: 'registry.example' },
    pathParameters: null,
    queryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'bench/peers/probe.mjs'), bundle, JSON.stringify(event), `${warmCalls}`],
    {
      env: {
        AWS_REGION: localAws.region,
        AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
        AWS_ENDPOINT_URL: engine.endpoint,
        AWS_LAMBDA_FUNCTION_NAME: 'bench',
        TABLE_NAME: name,
        DOCUMENTS_BUCKET: 'bench',
        BASE_URL: 'https://registry.example',
        REVIEWERS: 'rosa@registry.example',
      },
    },
  );
  const { status, cpu } = z.object({ status: z.int(), cpu: z.number() }).parse(JSON.parse(stdout));
  if (status !== 200) throw new Error(`the page answered ${status}`);
  return cpu;
}
