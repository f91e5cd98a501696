import { existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { throwawayDirectory, throwawayFiles } from '../../local/engines/throwaway-directory.ts';

afterEach(() => vi.unstubAllEnvs());

test('temporary files are stored in a private directory in TMPDIR', () => {
  vi.stubEnv('TMPDIR', '/tmp');
  const directory = throwawayDirectory('test');
  try {
    expect(dirname(directory)).toBe('/tmp');
    expect(statSync(directory).mode & 0o077).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('without TMPDIR, temporary files are stored in an existing directory', () => {
  vi.stubEnv('TMPDIR', undefined);
  expect(existsSync(throwawayFiles())).toBe(true);
});
