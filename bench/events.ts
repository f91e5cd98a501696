import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';

/**
 * Tests events at a constant rate on the whole local stack: whether each arrives once, in its feed
 * and by webhook, and whether memory stays constant.
 *
 * `node bench/events.ts` changes persons, with one event each. All have a webhook endpoint here,
 * which verifies its messages. Exits 1 if an event is missing from its feed or appears twice, if a
 * message is missing, unverified or has an id that is not in its feed, or if the memory of the last
 * minute is more than 1.2 times that of the first. `--minutes` is the duration (1 by default, at
 * most 30). `--rate` is the requested number of changes a second (100 by default); the actual rate
 * is printed.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, rate: { type: 'string' } },
});
const minutes = Math.min(Math.max(Number(values.minutes ?? 1), 1), 30);
const rate = Math.min(Math.max(Number(values.rate ?? 100), 1), 200);
const persons = 20;
const maxConcurrent = 20;
const allowed = 1.2;
/** How long unfinished work may take after the last change, in milliseconds. */
const patience = 300_000;

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

/** The service's use since its start; `cpu` in milliseconds. */
const Readings = z.object({
  megabytes: z.number(),
  cpu: z.number(),
  calls: z.number(),
  items: z.number(),
});

const Answer = z.object({
  data: z.unknown(),
  pagination: z.optional(
    z.object({ hasMore: z.optional(z.boolean()), lastEventId: z.optional(z.nullable(z.string())) }),
  ),
});
type Call = (
  method: string,
  path: string,
  authorization: string,
  body?: unknown,
) => Promise<z.output<typeof Answer>>;

const secrets = new Map<string, Webhook>();
/** How often each message arrived, by person and id. */
const received = new Map<string, Map<string, number>>();
let unverified = 0;
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const person = request.url?.slice(1) ?? '';
  try {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    secrets.get(person)?.verify(Buffer.concat(chunks).toString(), headers);
    const id = String(headers['webhook-id']);
    const of = received.get(person) ?? new Map<string, number>();
    received.set(person, of.set(id, (of.get(id) ?? 0) + 1));
  } catch {
    unverified += 1;
  }
  response.writeHead(204).end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const here = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const service = spawn(process.execPath, ['--import', './bench/count-items.mjs', 'bin/local.ts'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
try {
  await ready(service);
  const { baseUrl } = z
    .object({ baseUrl: z.string() })
    .parse(JSON.parse(await readFile('.local/demo.json', 'utf8')));
  const call: Call = async (method, path, authorization, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return Answer.parse(JSON.parse(text));
  };
  const all = await Promise.all(Array.from({ length: persons }, () => aListener(call)));
  const made = await change(all, call);
  await judge(all, made, call);
} finally {
  service.kill('SIGINT');
  receiver.closeAllConnections();
  receiver.close();
}

async function aListener(call: Call): Promise<{ readonly id: string; readonly key: string }> {
  const limits = { perMinute: 1_000_000, perDay: 1_000_000_000 };
  const person = await call('POST', '/admin/v1/persons', asOperator, {
    email: `${randomUUID()}@events.example`,
    givenName: 'Ada',
    surname: 'Lovelace',
  });
  const { id } = z.object({ id: z.string() }).parse(person.data);
  const path = `/admin/v1/persons/${id}/api_keys`;
  const issued = await call('POST', path, asOperator, { kind: 'standard', limits });
  const key = `Bearer ${z.object({ key: z.string() }).parse(issued.data).key}`;
  const made = await call('POST', '/api/v1/webhook_endpoints', key, {
    url: `${here}/${id}`,
    types: ['person.changed'],
  });
  secrets.set(id, new Webhook(z.object({ secret: z.string() }).parse(made.data).secret));
  return { id, key };
}

type Listener = Awaited<ReturnType<typeof aListener>>;

/**
 * Changes persons in turn at the given rate, and prints each minute. Returns how often each was changed, and the memory
 * by minute.
 */
async function change(all: readonly Listener[], call: Call) {
  const changed = new Map<string, number>();
  const megabytes: number[] = [];
  const running = new Set<Promise<void>>();
  let failed = 0;
  /** Refusals that callers got instead, and how often. */
  const refusals = new Map<string, number>();
  let before = await readings(service);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const beganAt = performance.now();
    let count = 0;
    for (let index = 0; performance.now() - beganAt < 60_000; index += 1) {
      await wait(Math.max(0, beganAt + (index * 1000) / rate - performance.now()));
      if (running.size >= maxConcurrent) await Promise.race(running);
      const { id } = all[index % all.length] ?? { id: '' };
      const one: Promise<void> = call('PATCH', `/admin/v1/persons/${id}`, asOperator, {
        surname: `Lovelace ${randomUUID()}`,
      })
        .then(() => {
          changed.set(id, (changed.get(id) ?? 0) + 1);
          count += 1;
        })
        .catch((error: unknown) => {
          failed += 1;
          const message = String(error).replace(/[0-9a-f-]{36}/g, '…');
          refusals.set(message, (refusals.get(message) ?? 0) + 1);
        })
        .finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
    const now = await readings(service);
    megabytes.push(now.megabytes);
    const seconds = (performance.now() - beganAt) / 1000;
    const each = (key: 'cpu' | 'calls' | 'items') => ((now[key] - before[key]) / count).toFixed(1);
    process.stdout.write(
      `minute ${minute}  ${(count / seconds).toFixed(1)} changes a second  ${now.megabytes} MB; for a change ${each('cpu')} ms of the service’s CPU, ${each('calls')} calls to the table, ${each('items')} items read\n`,
    );
    before = now;
  }
  for (const [message, times] of refusals)
    process.stdout.write(`${times} calls failed: ${message}\n`);
  return { changed, megabytes, failed };
}

/** Waits until everything has arrived, and reports problems. */
async function judge(
  all: readonly Listener[],
  { changed, megabytes, failed }: Awaited<ReturnType<typeof change>>,
  call: Call,
): Promise<void> {
  const expected = [...changed.values()].reduce((sum, count) => sum + count, 0);
  const came = () => [...received.values()].reduce((sum, { size }) => sum + size, 0);
  const lastAt = performance.now();
  while (came() < expected && performance.now() - lastAt < patience) await wait(500);
  const waited = Math.round((performance.now() - lastAt) / 1000);
  let inFeeds = 0;
  let missing = 0;
  let strange = 0;
  let again = 0;
  for (const { id, key } of all) {
    const feed = await feedOfChanges(key, call);
    if (new Set(feed).size !== feed.length) process.exitCode = 1;
    inFeeds += feed.length;
    const messages = received.get(id) ?? new Map<string, number>();
    missing += feed.filter((each) => !messages.has(each)).length;
    strange += [...messages.keys()].filter((each) => !feed.includes(each)).length;
    again += [...messages.values()].filter((times) => times > 1).length;
  }
  const grown = (megabytes.at(-1) ?? 0) / (megabytes[0] ?? 1);
  process.stdout.write(
    [
      `${expected} changes (${failed} calls failed), ${inFeeds} events in feeds, ${came()} messages within ${waited} s of the last change`,
      `not sent ${missing}, under an unknown id ${strange}, not verified ${unverified}, more than once under their id ${again}`,
      `memory of the last minute ÷ first: ${grown.toFixed(2)}`,
      '',
    ].join('\n'),
  );
  // A failed call may have changed something.
  const isComplete = inFeeds >= expected && inFeeds <= expected + failed;
  const isRight = isComplete && missing + strange + unverified === 0;
  if (!isRight || grown > allowed) process.exitCode = 1;
}

/** The ids of a person's changes in their feed, oldest first. */
async function feedOfChanges(key: string, call: Call): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let query = ''; ; ) {
    const { data, pagination } = await call(
      'GET',
      `/api/v1/events?limit=100&type=person.changed${query}`,
      key,
    );
    ids.push(
      ...z
        .array(z.object({ id: z.string() }))
        .parse(data)
        .map(({ id }) => id),
    );
    if (pagination?.hasMore !== true) return ids;
    query = `&lastEventId=${pagination.lastEventId}`;
  }
}

async function readings(child: ChildProcess): Promise<z.output<typeof Readings>> {
  const answer = once(child, 'message');
  child.send('readings');
  const [message] = await answer;
  return Readings.parse(message);
}

function ready({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready in')) resolve();
    });
    stdout?.on('end', () => reject(new Error('the service ended before it was ready')));
  });
}
