import { execFileSync } from 'node:child_process';

const usage = `Writes the generated files from the route table, the rules and what was measured.

  npm run generate                    every generated file, but for the two below
  npm run generate -- openapi errors  those alone
  npm run generate -- --all           also samples and measurements, which run the service for minutes
`;

const script = (name: string) => [`bin/${name}.ts`];
const recording = (file: string) => ['node_modules/vitest/vitest.mjs', 'run', file];

interface Generator {
  /** Node's arguments. */
  readonly run: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs only when named or with --all: it takes minutes, or its output differs each time. */
  readonly isSlow?: true;
}

/** By name, ordered so that each can read what earlier ones wrote. A test compares the output of each. */
const generators: Readonly<Record<string, Generator>> = {
  /** The cost of each act: bin/costs/measured.json and bin/load/measured.json. */
  measurements: {
    // Its other tests compare the output of the next two generators.
    run: [...recording('test/service/costs.'), '-t', 'measured uses'],
    environment: { RECORD_COSTS: '1' },
    isSlow: true,
  },
  /** docs/samples: documents that the service issues to a fictional resident. */
  samples: {
    run: recording('test/documents/samples.'),
    environment: { RECORD_SAMPLES: '1' },
    isSlow: true,
  },
  texts: { run: script('texts') },
  openapi: { run: script('openapi') },
  'agent-tools': { run: script('agent-tools') },
  endpoints: { run: script('endpoints') },
  errors: { run: script('errors') },
  operators: { run: script('operators') },
  runbook: { run: script('runbook') },
  states: { run: script('states') },
  architecture: { run: script('architecture') },
  'export-schema': { run: script('export-schema') },
  costs: { run: script('costs') },
  load: { run: script('load') },
  client: { run: script('client') },
  collections: { run: script('collections') },
  guides: { run: script('guides') },
};

const requested = process.argv.slice(2);
const names = Object.keys(generators);
const unknown = requested.filter((name) => name !== '--all' && !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}\n\n${usage}\nNames: ${names.join(', ')}\n`);
  process.exit(2);
}

for (const [name, { run, environment, isSlow }] of Object.entries(generators)) {
  const isRequested =
    requested.includes('--all') || (requested.length === 0 ? !isSlow : requested.includes(name));
  if (!isRequested) continue;
  process.stdout.write(`${name}\n`);
  execFileSync(process.execPath, run, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  });
}
