import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const help = `npm run bench runs every benchmark, in sequence. It fails if one of them is above its limit.

  -- --smoke   short runs with wider limits
  -- --soak    only ten minutes of calls to one running service
`;

const { smoke, soak, help: asked } = options();
if (asked) process.stdout.write(help);
else process.exitCode = run() ? 0 : 1;

function options() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { smoke: flag, soak: flag, help: flag } }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

/** Whether all of them are within their budgets. */
function run(): boolean {
  const benchmarks = soak
    ? ['soak.ts']
    : ['cold-start.ts', 'queue.ts', 'portal.ts', 'registry-search.ts', 'pdf.ts', 'http.ts'];
  const statuses = benchmarks.map((file) => {
    process.stdout.write(`\n== ${file}\n`);
    const path = fileURLToPath(new URL(file, import.meta.url));
    const { status } = spawnSync(process.execPath, [path, ...(smoke ? ['--smoke'] : [])], {
      stdio: 'inherit',
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    });
    return status;
  });
  return statuses.every((status) => status === 0);
}
