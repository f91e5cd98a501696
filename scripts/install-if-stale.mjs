// Runs before `npm start` and `npm test`, on whatever Node the host has and before anything is
// installed: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages;
  } catch {
    return null;
  }
}

const locked = readPackages('../package-lock.json') ?? {};
const installed = readPackages('../node_modules/.package-lock.json');
const stale =
  installed === null ||
  Object.entries(locked).some(
    ([path, { version, optional }]) =>
      path !== '' && !optional && installed[path]?.version !== version,
  );

if (stale) {
  process.stderr.write('Installing the locked dependencies (once, a minute or so) …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
