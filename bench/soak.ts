import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type SoakCall, SoakDemo, soakCalls } from './soak-calls.ts';

/**
 * A constant, moderate load on the whole local stack for ten minutes, to see whether it gets slower
 * as data grows.
 *
 * Prints for each minute: p50 and p95 of all calls, the items examined for each call (including the
 * queues' work), and the memory. Exits 1 if a call was not answered with 200, or if p50 or the
 * items for each call in the last minute are more than 1.2 times those of the second. Milliseconds
 * are only meaningful on an idle machine; items don't depend on it. `--minutes` is another
 * duration, at least two; `--rate` is the number of calls a second.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, rate: { type: 'string' } },
});
const minutes = Math.min(Math.max(Number(values.minutes ?? 10), 2), 60);
const rate = Math.min(Math.max(Number(values.rate ?? 4), 1), 50);
const allowed = 1.2;
/**
 * If more calls than this are open, the machine is too slow for the rate, and the next call waits.
 */
const maxConcurrent = 20;

interface Minute {
  readonly calls: number;
  readonly p50: number;
  readonly p95: number;
  readonly itemsPerCall: number;
  readonly megabytes: number;
}

const Readings = z.object({ items: z.number(), megabytes: z.number() });

const service = spawn(process.execPath, ['--import', './bench/count-items.mjs', 'bin/local.ts'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const failures: string[] = [];
try {
  await ready(service);
  const demo = SoakDemo.parse(JSON.parse(await readFile('.local/demo.json', 'utf8')));
  const calls = Object.entries(await soakCalls(demo));
  process.stdout.write(
    `${calls.length} kinds of calls in turn, ${rate} a second, for ${minutes} minutes\n`,
  );
  const passed: Minute[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const measured = await aMinute(calls, (minute - 1) * rate * 60);
    passed.push(measured);
    process.stdout.write(`${line(minute, measured)}\n`);
  }
  judge(passed);
} finally {
  service.kill('SIGINT');
}

/** Keeps the rate for a minute, and waits for the calls that it started. */
async function aMinute(calls: readonly (readonly [string, SoakCall])[], first: number) {
  const before = await readings(service);
  const beganAt = performance.now();
  const took: number[] = [];
  const running = new Set<Promise<void>>();
  for (let index = 0; index < rate * 60; index += 1) {
    await wait(Math.max(0, beganAt + (index * 1000) / rate - performance.now()));
    if (running.size >= maxConcurrent) await Promise.race(running);
    const [name, call] = calls[(first + index) % calls.length] ?? ['', async () => {}];
    const one: Promise<void> = timed(name, call, took).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  const after = await readings(service);
  return {
    calls: took.length,
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    itemsPerCall: (after.items - before.items) / Math.max(1, took.length),
    megabytes: after.megabytes,
  };
}

async function timed(name: string, call: SoakCall, took: number[]): Promise<void> {
  const beganAt = performance.now();
  try {
    await call();
    took.push(performance.now() - beganAt);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function judge(passed: readonly Minute[]): void {
  const [second, last] = [passed[1], passed.at(-1)];
  if (second === undefined || last === undefined)
    throw new Error('unreachable: two minutes at least');
  const slower = last.p50 / second.p50;
  const more = last.itemsPerCall / second.itemsPerCall;
  process.stdout.write(
    `last minute ÷ second: p50 ${slower.toFixed(2)}, items for a call ${more.toFixed(2)}\n`,
  );
  for (const failure of failures.slice(0, 5)) process.stdout.write(`${failure}\n`);
  if (failures.length > 0) process.stdout.write(`${failures.length} calls failed.\n`);
  if (slower > allowed) process.stdout.write('It got slower.\n');
  // A missing measurement must fail as well, and is not a number.
  const readsMore = !(more <= allowed);
  if (readsMore) process.stdout.write('It read more and more.\n');
  process.exitCode = failures.length > 0 || slower > allowed || readsMore ? 1 : 0;
}

async function readings(child: ChildProcess): Promise<z.output<typeof Readings>> {
  const answer = once(child, 'message');
  child.send('readings');
  const [message] = await answer;
  return Readings.parse(message);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function line(minute: number, { calls, p50, p95, itemsPerCall, megabytes }: Minute): string {
  return [
    `minute ${String(minute).padStart(2)}`,
    `${calls} calls`,
    `p50 ${p50.toFixed(0)} ms`,
    `p95 ${p95.toFixed(0)} ms`,
    `${itemsPerCall.toFixed(2)} items a call`,
    `${megabytes} MB`,
  ].join('  ');
}

function ready({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready in')) resolve();
    });
    stdout?.on('end', () => reject(new Error('the service ended before it was ready')));
  });
}
