import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run bench`: every benchmark, in sequence; fails if one of them is over its budget. `--soak`: only the ten
 * minutes of soak.ts.
 */
const passed = process.argv.slice(2).filter((argument) => argument !== '--soak');
const benchmarks = process.argv.includes('--soak')
  ? ['soak.ts']
  : ['cold-start.ts', 'queue.ts', 'portal.ts', 'registry-search.ts', 'pdf.ts', 'http.ts'];

let failed = false;
for (const file of benchmarks) {
  process.stdout.write(`\n== ${file}\n`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...passed], {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
