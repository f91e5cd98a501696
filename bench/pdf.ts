/**
 * CPU time and size of every document, in a warm process.
 *
 * Renders each sample 20 times unmeasured and 100 times measured, and prints milliseconds of CPU
 * and bytes. Exits 1 if a 95th percentile or a size is over its budget.
 */
import { sampleDocuments } from '../shared/service/pdf/sample-documents.ts';

const WARM_UP = 20;
const RUNS = 100;
const BUDGET_P95_MS = 120;
const BUDGET_BYTES = 200_000;

let isOver = false;
process.stdout.write(`${'document'.padEnd(32)}first ms   p50 ms   p95 ms    bytes\n`);
for (const { name, render } of sampleDocuments) {
  const first = (await timed(render)).milliseconds;
  for (let run = 1; run < WARM_UP; run += 1) await render();
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { milliseconds, content } = await timed(render);
    times.push(milliseconds);
    bytes = content.length;
  }
  times.sort((one, other) => one - other);
  const p50 = times[Math.floor(RUNS * 0.5)] ?? 0;
  const p95 = times[Math.floor(RUNS * 0.95)] ?? 0;
  isOver ||= p95 > BUDGET_P95_MS || bytes > BUDGET_BYTES;
  const columns = [first, p50, p95].map((value) => value.toFixed(1).padStart(9));
  process.stdout.write(`${name.padEnd(31)}${columns.join('')}${String(bytes).padStart(9)}\n`);
}
if (isOver) {
  process.stderr.write(
    `over the budget of ${BUDGET_P95_MS} ms of CPU (p95) or ${BUDGET_BYTES} bytes\n`,
  );
  process.exitCode = 1;
}

async function timed(
  render: () => Promise<Uint8Array>,
): Promise<{ readonly milliseconds: number; readonly content: Uint8Array }> {
  const start = process.cpuUsage();
  const content = await render();
  const { user, system } = process.cpuUsage(start);
  return { milliseconds: (user + system) / 1000, content };
}
