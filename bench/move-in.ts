import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { parse } from 'csv-parse/sync';
import { createTable } from '../local/create-table.ts';
import { localAws } from '../local/engines/engine.ts';
import { formerRegister } from '../test/support/former-register.ts';
import { startTableEngine } from '../test/support/table-engine.ts';

/**
 * `node --no-warnings bench/move-in.ts --rows 100000` imports a register with the import function
 * and a local table. One row in a hundred is faulty, and the command is killed twice and run again.
 * Prints the duration of each step. Exits 1 if the exceptions are not exactly the faulty rows, or
 * if registry and file differ.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, seed: { type: 'string', default: 'a' } },
});
const rows = Number(values.rows);
const directory = mkdtempSync(join(tmpdir(), 'move-in-'));
const file = join(directory, 'register.jsonl');
let baseUrl = '';

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`${seconds.padStart(7)} s ${title}\n`);
  return result;
}

/** Runs the command in a separate process, which is killed after `after` milliseconds. */
async function command(words: readonly string[], after?: number) {
  const child = spawn(process.execPath, ['--no-warnings', 'bin/admin.ts', ...words], {
    env: { ...process.env, REGISTRY_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal, out };
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what} is not as it has to be`);
  process.stdout.write(`          ${what}: as it has to be\n`);
}

async function writeRegister() {
  const exceptions: object[] = [];
  let good = 0;
  const stream = createWriteStream(file);
  let row = 0;
  for (const { line, errors } of formerRegister(rows, 0.01, values.seed)) {
    row += 1;
    for (const { code, field } of errors) exceptions.push({ row, code, field });
    if (errors.length === 0) good += 1;
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  return { exceptions, good };
}

function exceptionsFound() {
  const found = parse(readFileSync(`${file}.exceptions.csv`), { columns: true }) as Record<
    string,
    string
  >[];
  return found.map(({ row, code, field }) => ({ row: Number(row), code, field }));
}

async function main(): Promise<void> {
  const { exceptions, good } = await step(`${rows} rows written`, writeRegister);
  const engine = await startTableEngine();
  const tables = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
  await createTable(tables, 'registry');
  tables.destroy();
  const functions = spawn(
    process.execPath,
    ['--no-warnings', 'test/support/doomed-functions.ts', 'functions/admin/imports.ts'],
    {
      env: {
        ...process.env,
        AWS_REGION: localAws.region,
        AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
        TABLE_NAME: 'registry',
        DOCUMENTS_BUCKET: 'none',
        BASE_URL: 'http://localhost',
        LOG_LEVEL: 'SILENT',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const [line] = await once(createInterface(functions.stdout), 'line');
    baseUrl = String(line);
    await step('import validate', () => command(['import', 'validate', file]));
    expectSame(`${exceptions.length} exceptions`, exceptionsFound(), exceptions);
    for (const seconds of [20, 40]) {
      await step(`import run, killed`, () => command(['import', 'run', file], seconds * 1_000));
    }
    const { out } = await step('import run', () => command(['import', 'run', file, '--json']));
    const { outcomes } = JSON.parse(out);
    process.stdout.write(`          ${JSON.stringify(outcomes)}\n`);
    expectSame('exceptions', exceptionsFound(), exceptions);
    const again = await step('import run, once more', () =>
      command(['import', 'run', file, '--json']),
    );
    const same = Object.entries(JSON.parse(again.out).outcomes).filter(([name]) =>
      name.endsWith(' same'),
    );
    expectSame(
      `${good} rows, each imported once`,
      same.reduce((sum, [, count]) => sum + Number(count), 0),
      good,
    );
    const held = await step('import reconcile', () =>
      command(['import', 'reconcile', file, '--json']),
    );
    const { counts, sums, differences } = JSON.parse(held.out);
    expectSame('differences', differences, []);
    for (const each of [...counts, ...sums]) {
      if (each.file !== each.registry) throw new Error(JSON.stringify(each));
    }
    process.stdout.write(`          ${counts.length} counts and ${sums.length} sums are equal\n`);
  } finally {
    functions.kill('SIGTERM');
    await once(functions, 'close');
    await engine.stop();
  }
}

try {
  await main();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
