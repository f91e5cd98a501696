import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { bundleOptions } from '../lib/bundle/bundle-options.ts';
import {
  bundlePath,
  isPlainRead,
  type Kind,
  kindOf,
  root,
} from '../lib/bundle/function-entries.ts';
import { eventFor } from './peers/calls.ts';
import { startTableStub } from './peers/table-stub.ts';

/**
 * Measures the start and a call of each kind of function, as ratios of CPU time to the smallest
 * handler that reads one item with the SDK's own client. For comparison, also measures that handler
 * in Hono, Express and middy, and one that only sends signed requests with Node's HTTP, which is
 * the lower bound. These have no limits.
 *
 * Each round starts every bundle once in a fresh process, so that changes of the machine affect all
 * of them. The best round is used. Exits 1 if a limit is exceeded. `--smoke` runs few rounds
 * with wider limits.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const rounds = smoke ? 3 : 11;
const warmCalls = smoke ? 30 : 300;
/** The difference between two runs of the same code: a ratio further above its limit fails. */
const noise = smoke ? 2 : 1.05;

/** What a function of each kind costs, as ratios to the naive handler, and the size of its code in kB. */
type Costs = Readonly<Record<Kind, Readonly<Partial<Record<Figure, number>>>>>;
type Figure = 'kB' | 'import' | 'start' | 'cpu';

const reads = { kB: 140, import: 0.38, start: 0.48, cpu: 0.55 };
/** The targets. A function above its target is listed; it fails only above its limit. */
const targets: Costs = {
  read: reads,
  search: reads,
  write: { kB: 230, import: 0.55 },
  page: { import: 0.65 },
  other: { import: 0.9 },
};

/**
 * The limits for figures that miss their target: the values of 2026-11-29 plus a tenth, at most
 * 0.9.
 *
 * A third of verify_rpn's import is Node's own modules (`https`, `crypto`, `net`, `zlib`), which a
 * signed call needs. A quarter is reading and compiling 105 kB. The first call creates the schemas.
 * More than half of a warm call is Node's HTTP, sockets and streams, and an eighth is garbage
 * collection. Signing, DynamoDB's JSON and our own HTTP are 6 % each. A search contains the index
 * of all names. The name check also contains the tables of look-alike characters (14 kB) and the
 * comparison of sounds (6 kB).
 */
const limits: Costs = {
  read: { import: 0.47, start: 0.64 },
  search: { kB: 176, import: 0.6, start: 0.8 },
  write: { import: 0.6 },
  page: { import: 0.9 },
  other: { import: 0.9 },
};
/** The limit of a warm call: an amount for each table request, and a constant for our own work. */
const warm = { request: 0.35, constant: 0.3 };

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
    await peer('middy', 'middy.mjs', peerEvent),
    // The requests of the name check, of the other reads, and of the naive handler.
    await peer('only requests: 3', 'bare.mjs', { requests: 3 }),
    await peer('only requests: 2', 'bare.mjs', { requests: 2 }),
    await peer('only requests: 1', 'bare.mjs', { requests: 1 }),
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

/** Prints the table; returns 1 if anything is over its limit. */
function report(all: readonly Target[], naive: Target): number {
  const over: string[] = [];
  const missed: string[] = [];
  const lines = all.map((target) => {
    const { name, kilobytes, requests, event, isOurs } = target;
    const judge = (figure: Figure, found: number, given?: number) => {
      const text = found.toFixed(figure === 'kB' ? 0 : 2);
      const kind = kindOf(name);
      const wanted = targets[kind][figure];
      const most = given ?? limits[kind][figure] ?? wanted;
      const off = (than: number | undefined) =>
        isOurs && than !== undefined && found > than * (figure === 'kB' ? 1 : noise);
      if (off(most)) over.push(`${name}: ${figure} ${text} > ${most?.toFixed(2)}`);
      else if (off(wanted)) missed.push(`${name}: ${figure} ${text} > ${wanted}`);
      return text;
    };
    const ratio = (figure: Figure, of: (result: Probe) => number, given?: number) =>
      judge(figure, best(target, of) / best(naive, of), given);
    const line = [name, judge('kB', kilobytes), ratio('import', importTime)];
    if (event === undefined) return line;
    return [
      ...line,
      ratio('start', startTime),
      ratio('cpu', cpuTime, warm.constant + warm.request * requests),
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
  for (const line of missed) process.stdout.write(`Above its target: ${line}\n`);
  for (const line of over) process.stdout.write(`Above its limit: ${line}\n`);
  return over.length === 0 ? 0 : 1;
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
