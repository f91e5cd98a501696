// Runs the ```bash blocks of a guide, in order and in one shell, and fails with the first that fails.
// Usage: node test/support/run-guide.mjs docs/incorporate-an-llc.md
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const blocks = [...readFileSync(file, 'utf8').matchAll(/^```bash\n(.*?)^```$/gms)].map(
  ([, block]) => block,
);
if (blocks.length === 0) {
  process.stderr.write(`${file} has no bash blocks\n`);
  process.exit(1);
}
const { status } = spawnSync('bash', ['-c', `set -euo pipefail\n${blocks.join('\n')}`], {
  stdio: ['ignore', 'inherit', 'inherit'],
  timeout: 120_000,
});
process.exit(status ?? 1);
