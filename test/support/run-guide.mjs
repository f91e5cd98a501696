// Runs the ```bash and ```ts blocks of guides in order, each guide in one shell, and fails with the
// first failing block. The content of ```text blocks must be printed, line by line and in this
// order. TypeScript is run by node in `.local/try`, where docs/start.md installs the client. The
// blocks run in a new folder outside the project and know only the service's address, like a
// reader. Usage: api=http://localhost:3000 node test/support/run-guide.mjs docs/start.md …
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const files = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'guides-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
// Only the Node that runs this, and nothing else of the project.
mkdirSync(join(folder, '.bin'));
symlinkSync(process.execPath, join(folder, '.bin/node'));
const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'));
// Keeps the machine's network settings, and removes what `npm run` and the project set.
const own = Object.entries(process.env).filter(
  ([name]) => !/^(?:npm_.*|INIT_CWD|LOCAL_DIR|PORT|key)$/.test(name),
);
const env = {
  ...Object.fromEntries(own),
  PATH: [join(folder, '.bin'), ...path].join(':'),
  // For npm, if only the host's Node trusts the system's certificates.
  NODE_USE_SYSTEM_CA: '1',
  api: process.env.api ?? 'http://localhost:3000',
};

for (const file of files) {
  const began = Date.now();
  const text = readFileSync(file, 'utf8');
  const blocks = [...text.matchAll(/^```(bash|ts)\n(.*?)^```$/gms)];
  if (blocks.length === 0) fail(`${file} has no blocks to run`, 1);
  const script = blocks.map(([, language, block], place) =>
    language === 'bash' ? block : runTypeScript(`${basename(file, '.md')}-${place}.ts`, block),
  );
  const { status, stdout } = spawnSync('bash', ['-c', `set -euo pipefail\n${script.join('\n')}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    cwd: folder,
    timeout: 120_000,
    env,
  });
  process.stdout.write(stdout);
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (status !== 0) fail(`${file} failed after ${took}`, status ?? 1);
  const missing = firstMissing(text, stdout);
  if (missing !== undefined) fail(`${file}: this was not printed: ${missing}`, 1);
  process.stdout.write(`== ${file}: ${took}\n`);
}

/** The first line of the guide's output that was not printed, or not in its place. */
function firstMissing(text, printed) {
  const lines = printed.split('\n');
  const promised = [...text.matchAll(/^```text\n(.*?)^```$/gms)].flatMap(([, block]) =>
    block.trimEnd().split('\n'),
  );
  return promised.find((line) => {
    const place = lines.indexOf(line);
    lines.splice(0, place + 1);
    return place < 0;
  });
}

function runTypeScript(name, block) {
  const place = join(folder, '.local/try');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), block);
  return `node ${join(place, name)}`;
}

function fail(message, status) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
