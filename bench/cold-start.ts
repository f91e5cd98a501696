import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { bundlePath, isPlainRead, root } from '../lib/bundle/function-entries.ts';
import { eventFor } from './peers/calls.ts';
import { startTableStub } from './peers/table-stub.ts';

/**
 * What a start and a call of the functions cost, as ratios to the smallest handler that reads one item.
 * A warm call is compared with that handler reading as many items, one after the other.
 *
 * All in one run: each round starts every bundle once in a fresh process, so that a change of the
 * machine's mood meets all alike. Exits 1 over budget. `--smoke`: few rounds, whose times
 * are shown and not judged; sizes are judged by the build.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const rounds = smoke ? 3 : 11;
const warmCalls = smoke ? 30 : 300;
/** What two runs of one and the same code differ by: a ratio is over budget beyond that. */
const noise = 1.05;

/** The most that a function may cost, as a ratio to the naive handler. */
const budgets = { plainImport: 0.85, anyImport: 1.3, first: 1.0, cpu: 1.15 };

interface Probe {
  readonly import: number;
  readonly first?: number;
  readonly status?: number;
  readonly cpu?: number;
}

interface Target {
  readonly name: string;
  readonly bundle: string;
  readonly kilobytes: number;
  /** Absent: only the import is measured. */
  readonly event?: unknown;
  /** Invocations that count as one call: the naive handler reads one item in each. */
  readonly repeat: number;
  readonly probes: Probe[];
  /** Items of the table that one call asks for. */
  items: number;
}

const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
const stub = await startTableStub();
try {
  const targets = await ours();
  const naive = await naiveTargets(4);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of [...naive, ...targets]) await probe(target);
  }
  process.exitCode = report(targets, naive);
} finally {
  stub.stop();
  await rm(directory, { recursive: true });
}

async function ours(): Promise<readonly Target[]> {
  const bundles = await bundleFunctions(directory);
  return Promise.all(
    // Nobody waits for a function that typesets documents, and its fonts are most of it.
    bundles
      .filter(({ typesets }) => !typesets)
      .map(async ({ entry, bytes }) => ({
        name: entry,
        bundle: join(directory, bundlePath(entry), 'index.mjs'),
        kilobytes: bytes / 1000,
        ...(isPlainRead(entry) && { event: eventFor(entry) }),
        repeat: 1,
        probes: [],
        items: 0,
      })),
  );
}

/** The naive handler, bundled as its author would, reading one item after the other, up to `most`. */
async function naiveTargets(most: number): Promise<readonly Target[]> {
  const bundle = join(directory, 'naive.mjs');
  await build({
    entryPoints: [join(root, 'bench/peers/naive/handler.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    banner: {
      js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);",
    },
  });
  const kilobytes = (await readFile(bundle)).length / 1000;
  return Array.from({ length: most }, (_, index) => ({
    name: `naive, ${index + 1} read(s)`,
    bundle,
    kilobytes,
    event: { id: 'naive' },
    repeat: index + 1,
    probes: [],
    items: index + 1,
  }));
}

async function probe(target: Target): Promise<void> {
  const { bundle, event, repeat, probes } = target;
  const call = event === undefined ? [] : [JSON.stringify(event), `${warmCalls}`, `${repeat}`];
  const before = stub.items();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'bench/peers/probe.mjs'), bundle, ...call],
    { env: environment() },
  );
  // The probe is ours and prints exactly this.
  const result = JSON.parse(stdout) as Probe;
  if ((result.status ?? 200) >= 500) throw new Error(`${target.name} answered ${result.status}`);
  target.items = Math.round((stub.items() - before) / (1 + 3 * warmCalls));
  probes.push(result);
}

function environment(): NodeJS.ProcessEnv {
  return {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: stub.url,
    AWS_LAMBDA_FUNCTION_NAME: 'bench',
    TABLE_NAME: 'bench',
    DOCUMENTS_BUCKET: 'bench',
    ANONYMOUS_GATEWAY_KEY: 'anonymous',
    OVERFLOW_GATEWAY_KEY: 'overflow',
    BASE_URL: 'https://registry.example',
  };
}

/** Prints the table; 1 when something is over its budget. */
function report(targets: readonly Target[], naive: readonly Target[]): number {
  const [single] = naive;
  if (single === undefined) throw new Error('nothing to compare with');
  // It is one bundle, whatever it reads afterwards: all its starts count.
  const naiveImport = median({ probes: naive.flatMap(({ probes }) => probes) }, importTime);
  const over: string[] = [];
  const check = (name: string, what: string, ratio: number, budget: number) => {
    if (ratio > budget * noise) over.push(`${name}: ${what} ${ratio.toFixed(2)} > ${budget}`);
    return ratio.toFixed(2);
  };
  const lines = targets.map((target) => {
    const { name, kilobytes, items, event } = target;
    const plain = event !== undefined;
    const imports = median(target, importTime) / naiveImport;
    const line = [name, kilobytes.toFixed(0)];
    if (!plain) {
      // PDFKit names itself in the files it makes, hence in the bundles that hold it.
      return [...line, check(name, 'import', imports, budgets.anyImport)];
    }
    const peer = naive[items - 1] ?? single;
    return [
      ...line,
      check(name, 'import', imports, budgets.plainImport),
      check(name, 'start', median(target, startTime) / median(single, startTime), budgets.first),
      check(name, 'cpu', median(target, cpuTime) / median(peer, cpuTime), budgets.cpu),
      String(items),
      String(target.probes[0]?.status),
    ];
  });
  const heads = ['÷ naive', 'kB', 'import', 'and 1st call', 'warm CPU', 'items', 'status'];
  const naiveLines = naive.map((target) => [
    `${target.name} (ms)`,
    target.kilobytes.toFixed(0),
    median(target, importTime).toFixed(1),
    median(target, startTime).toFixed(1),
    median(target, cpuTime).toFixed(2),
    String(target.items),
    String(target.probes[0]?.status),
  ]);
  for (const [name = '', ...figures] of [heads, ...lines, ...naiveLines]) {
    const columns = figures.map((figure) => figure.padStart(13)).join('');
    process.stdout.write(`${name.padEnd(40)}${columns}\n`);
  }
  for (const line of over) process.stdout.write(`Over budget: ${line}\n`);
  if (smoke) process.stdout.write('Few rounds: the times are shown, not judged.\n');
  return smoke || over.length === 0 ? 0 : 1;
}

function importTime(result: Probe): number {
  return result.import;
}

function startTime(result: Probe): number {
  return result.import + (result.first ?? 0);
}

function cpuTime(result: Probe): number {
  return result.cpu ?? 0;
}

function median({ probes }: Pick<Target, 'probes'>, figure: (result: Probe) => number): number {
  const sorted = probes.map(figure).toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
