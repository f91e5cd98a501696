// Runs before `npm start` and `npm test`, on whatever Node the host has and before anything is
// installed: plain JavaScript, no dependencies. Its arguments are the folders of packages whose locked
// dependencies are wanted, the project's own without any.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

function isStale(folder) {
  const locked = readPackages(`${folder}/package-lock.json`) ?? {};
  const installed = readPackages(`${folder}/node_modules/.package-lock.json`);
  return (
    installed === null ||
    Object.entries(locked).some(
      ([path, { version, optional }]) =>
        path !== '' && !optional && installed[path]?.version !== version,
    )
  );
}

const [first = '.', ...others] = process.argv.slice(2);
for (const name of [first, ...others]) {
  const folder = resolve(project, name);
  if (!isStale(folder)) continue;
  const which = name === '.' ? '' : ` of ${name}`;
  process.stderr.write(`Installing the locked dependencies${which} (once, a minute or so) …\n`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
