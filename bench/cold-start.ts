import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { bundleOptions } from '../lib/bundle/bundle-options.ts';
import { bundlePath, carriesLibrary, isPlainRead, root } from '../lib/bundle/function-entries.ts';
import { eventFor } from './peers/calls.ts';
import { startTableStub } from './peers/table-stub.ts';

/**
 * What a start and a call of the functions cost, as ratios of CPU to the smallest handler that reads one item with
 * the SDK's own client. Beside them the same handler in Hono and in Express, which are shown and not judged. A warm call may cost
 * so much for each request to the table, and a constant for what we do beside.
 *
 * All in one run: each round starts every bundle once in a fresh process, so that a change of the machine's mood meets
 * all alike; the best of all rounds counts, which is what a thing costs when nothing else is in its way. Exits 1 over
 * budget. `--smoke`: few rounds, whose times are shown and not judged; sizes are judged by the build.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const rounds = smoke ? 3 : 11;
const warmCalls = smoke ? 30 : 300;
/** The difference between two runs of the same code: a ratio further above its budget fails. */
const noise = 1.05;

/** The most that a function may cost, as a ratio to the naive handler: 0.9 of a warm call for one request. */
const budgets = {
  plainImport: 0.62,
  anyImport: 1.1,
  libraryImport: 1.4,
  first: 0.77,
  request: 0.6,
  constant: 0.3,
};

interface Probe {
  /** In milliseconds of CPU. */
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
  /** Whether the budgets apply to it. */
  readonly isOurs: boolean;
  readonly probes: Probe[];
  /** Table requests of one call. */
  requests: number;
}

/** A call of a peer with a router. */
const peerEvent = {
  httpMethod: 'GET',
  path: '/things/naive',
  resource: '/things/{id}',
  headers: { host: 'registry.example' },
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: { id: 'naive' },
  body: null,
  isBase64Encoded: false,
  requestContext: { identity: { sourceIp: '127.0.0.1' } },
};

const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
const stub = await startTableStub();
try {
  const targets = await ours();
  const naive = await peer('naive', 'naive/handler.ts', { id: 'naive' });
  const peers = [
    await peer('Hono', 'hono.mjs', peerEvent),
    await peer('Express', 'express.mjs', peerEvent),
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const target of [naive, ...peers, ...targets]) await probe(target);
  }
  process.exitCode = report([...targets, ...peers], naive);
} finally {
  stub.stop();
  await rm(directory, { recursive: true });
}

async function ours(): Promise<readonly Target[]> {
  const bundles = await bundleFunctions(directory);
  return Promise.all(
    // Nobody waits for a function that typesets documents, and most of its size is fonts.
    bundles
      .filter(({ typesets }) => !typesets)
      .map(async ({ entry, bytes }) => ({
        name: entry,
        bundle: join(directory, bundlePath(entry), 'index.mjs'),
        kilobytes: bytes / 1000,
        ...(isPlainRead(entry) && { event: eventFor(entry) }),
        isOurs: true,
        probes: [],
        requests: 0,
      })),
  );
}

/** A handler of bench/peers that reads one item, bundled as its author would. */
async function peer(name: string, file: string, event: unknown): Promise<Target> {
  const bundle = join(directory, `${name}.mjs`);
  await build({
    entryPoints: [join(root, 'bench/peers', file)],
    outfile: bundle,
    ...bundleOptions,
    banner: {
      js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);",
    },
  });
  const kilobytes = (await readFile(bundle)).length / 1000;
  return { name, bundle, kilobytes, event, isOurs: false, probes: [], requests: 0 };
}

async function probe(target: Target): Promise<void> {
  const { bundle, event, probes } = target;
  const call = event === undefined ? [] : [JSON.stringify(event), `${warmCalls}`];
  const before = stub.requests();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'bench/peers/probe.mjs'), bundle, ...call],
    { env: environment() },
  );
  // The probe is ours and prints exactly this type.
  const result = JSON.parse(stdout) as Probe;
  if ((result.status ?? 200) >= 500) throw new Error(`${target.name} answered ${result.status}`);
  target.requests = Math.round((stub.requests() - before) / (1 + 3 * warmCalls));
  probes.push(result);
}

function environment(): NodeJS.ProcessEnv {
  return {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: stub.url,
    AWS_ENDPOINT_URL_S3: stub.url,
    AWS_LAMBDA_FUNCTION_NAME: 'bench',
    TABLE_NAME: 'bench',
    DOCUMENTS_BUCKET: 'bench',
    ANONYMOUS_GATEWAY_KEY: 'anonymous',
    OVERFLOW_GATEWAY_KEY: 'overflow',
    BASE_URL: 'https://registry.example',
  };
}

/** Prints the table; returns 1 if anything is over its budget. */
function report(targets: readonly Target[], naive: Target): number {
  const over: string[] = [];
  const lines = targets.map((target) => {
    const { name, kilobytes, requests, event, isOurs } = target;
    const ratio = (what: string, figure: (result: Probe) => number, budget: number) => {
      const found = best(target, figure) / best(naive, figure);
      if (isOurs && found > budget * noise)
        over.push(`${name}: ${what} ${found.toFixed(2)} > ${budget.toFixed(2)}`);
      return found.toFixed(2);
    };
    const line = [name, kilobytes.toFixed(0)];
    const importBudget = carriesLibrary(name) ? budgets.libraryImport : budgets.anyImport;
    if (event === undefined) return [...line, ratio('import', importTime, importBudget)];
    return [
      ...line,
      ratio('import', importTime, budgets.plainImport),
      ratio('start', startTime, budgets.first),
      ratio('cpu', cpuTime, budgets.constant + budgets.request * requests),
      String(requests),
      String(target.probes[0]?.status),
    ];
  });
  const heads = ['÷ naive', 'kB', 'import', 'and 1st call', 'warm CPU', 'requests', 'status'];
  const naiveLine = [
    'naive (ms)',
    naive.kilobytes.toFixed(0),
    best(naive, importTime).toFixed(1),
    best(naive, startTime).toFixed(1),
    best(naive, cpuTime).toFixed(2),
    String(naive.requests),
    String(naive.probes[0]?.status),
  ];
  for (const [name = '', ...figures] of [heads, ...lines, naiveLine]) {
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

function best({ probes }: Target, figure: (result: Probe) => number): number {
  return Math.min(...probes.map(figure));
}
