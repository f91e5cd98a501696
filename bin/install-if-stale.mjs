// Runs before `npm start` and `npm test`, on whatever Node the host has and before anything is
// installed: plain JavaScript, no dependencies. Its arguments are the folders of packages whose locked
// dependencies are wanted, the project's own without any. It installs those that are missing, side by side.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

function install(folder) {
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', ...options], { cwd: resolve(project, folder), stdio: 'inherit' });
  return new Promise((done) => {
    npm.once('error', () => done(1));
    npm.once('close', (status) => done(status ?? 1));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (process.platform === 'win32') {
  fail(`This does not run on Windows itself. Use WSL 2, which is Linux, or a container:

  docker build -t resident-registry .
  docker run --rm -p 127.0.0.1:3000:3001 resident-registry`);
}

const [first = '.', ...others] = process.argv.slice(2);
const stale = [first, ...others].filter((folder) => isStale(resolve(project, folder)));
if (stale.length > 0) {
  const names = stale.map((folder) => (folder === '.' ? 'the project' : folder)).join(', ');
  process.stderr.write(`Installing the locked dependencies of ${names} (once) …\n`);
  const statuses = await Promise.all(stale.map(install));
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) process.exit(failed);
}

// npm puts the project's own Node first on the PATH, if there is one for this platform.
const [major, minor] = process.versions.node.split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 18);
if (isOld && !existsSync(resolve(project, 'node_modules/.bin/node'))) {
  fail(
    `Node 22.18 or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
}
