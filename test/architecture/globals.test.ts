import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changedGlobals, globals } from '../support/globals.ts';

/** Patterns of code that replaces something shared by all files of a worker. */
const replaces =
  /process\.env\s*=[^=]|process\.chdir\(|\b(globalThis|console|Math|Date|performance|process\.stdout)\.\w+\s*=[^=>]/;

/** Patterns of code that restores it, and this file, which contains examples. */
const exempt = ['test/support/own-environment.ts', 'test/architecture/globals.test.ts'];

describe('globals of a worker', () => {
  it('are not assigned in any test', () => {
    const files = globSync('test/**/*.ts', { exclude: (name) => name === 'node_modules' });
    const found = files
      .filter((file) => !exempt.includes(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line, at) => (replaces.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
      );
    expect(files.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it.each([
    ['process.env', () => Reflect.set(process, 'env', { ...process.env })],
    ['globalThis.fetch', () => Reflect.set(globalThis, 'fetch', () => undefined)],
    ['globalThis.Date', () => Reflect.set(globalThis, 'Date', class extends Date {})],
    ['console.warn', () => Reflect.set(console, 'warn', () => undefined)],
    ['process.exitCode', () => Reflect.set(process, 'exitCode', 3)],
    ['process.umask()', () => process.umask(0o077)],
    ['listeners of SIGTERM', () => process.on('SIGTERM', ignore)],
  ])('that a file leaves changed are noticed: %s', (name, change) => {
    const { env, exitCode } = process;
    const real = { fetch: globalThis.fetch, Date: globalThis.Date };
    const { warn } = console;
    const umask = process.umask();
    const before = globals();
    change();
    try {
      expect(changedGlobals(before, globals())).toEqual([name]);
    } finally {
      process.env = env;
      process.exitCode = exitCode;
      Object.assign(globalThis, real);
      console.warn = warn;
      process.umask(umask);
      process.off('SIGTERM', ignore);
    }
    expect(changedGlobals(before, globals())).toEqual([]);
  });
});

function ignore(): void {}
