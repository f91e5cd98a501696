// Interrupts first starts of the local service, with Ctrl-C and kill -9 in turn, at moments spread
// over a whole start. Reports whether the next start with the same data directory is complete.
// Usage: node test/support/interrupt-starts.mjs [number, 20 by default]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const moments = Number(process.argv[2] ?? 20);
const root = mkdtempSync(join(tmpdir(), 'interrupted-'));

function start(directory) {
  const child = spawn(process.execPath, ['--no-warnings', 'bin/local.ts', '--data', directory], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'SILENT' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (/^Ready in/m.test(output)) ready.resolve();
    });
  }
  const ended = once(child, 'close').then(() => ready.reject(new Error(output.trim())));
  ready.promise.catch(() => {});
  const end = async (signal) => {
    child.kill(signal);
    await ended;
  };
  return { ready: ready.promise, end };
}

/**
 * The content of a directory after a complete first start, without values that differ between
 * starts.
 */
async function contents(directory) {
  const begun = performance.now();
  const { ready, end } = start(directory);
  await ready;
  const duration = performance.now() - begun;
  try {
    const demo = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8'));
    const answer = await fetch(`${demo.baseUrl}/api/v1/verify_rpn`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demo.people.ada.standardKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ rpn: demo.entities.acme.residentPermitNumber }),
    });
    const { keys } = await (await fetch(`${demo.baseUrl}/.well-known/jwks.json`)).json();
    const found = {
      verified: await answer.text(),
      signingKeys: keys.length,
      mails: await mails(demo.baseUrl),
      files: readdirSync(join(directory, 'objects')).length,
      items: items(join(directory, 'dynamodb.sqlite')),
    };
    return { found: JSON.stringify(found, null, 2), duration };
  } finally {
    await end('SIGINT');
  }
}

/** The recipients, once no email has arrived for a second. */
async function mails(baseUrl) {
  let before = -1;
  for (;;) {
    const { data } = await (await fetch(`${baseUrl}/local/mail`)).json();
    if (data.length > 0 && data.length === before)
      return data.map(({ to }) => String(to)).toSorted();
    before = data.length;
    await delay(1_000);
  }
}

/** How many items there are of each kind. */
function items(file) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const rows = database.prepare('SELECT pk, sk FROM registry').all();
  database.close();
  const counts = {};
  for (const { pk, sk } of rows) {
    const kind = [pk, sk]
      .map((key) => key.replace(/[#-].*/, '').replace(/^S:\d{4}$/, ''))
      .join(' ');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return JSON.stringify(Object.entries(counts).toSorted());
}

// Only for the duration of the start: later deliveries may happen twice.
const { found: expected, duration } = await contents(join(root, 'whole'));
process.stdout.write(`A whole first start: ${(duration / 1000).toFixed(1)} s\n`);
let failed = 0;
for (let index = 0; index < moments; index += 1) {
  const directory = join(root, String(index));
  const moment = Math.round((duration * index) / moments);
  const signal = index % 2 === 0 ? 'SIGKILL' : 'SIGINT';
  const { end } = start(directory);
  await delay(moment);
  await end(signal);
  const found = await contents(directory).then(
    (next) => next.found,
    (error) => `the next start failed: ${error.message}`,
  );
  const good = found === expected;
  if (!good) failed += 1;
  process.stdout.write(`${signal} after ${moment} ms: ${good ? 'complete' : found}\n`);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}
rmSync(root, { recursive: true, force: true, maxRetries: 5 });
process.stdout.write(`${moments - failed} of ${moments} complete.\n`);
process.exitCode = failed === 0 ? 0 : 1;
