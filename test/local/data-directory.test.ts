import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataDirectory } from '../../local/data-directory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('a data directory', () => {
  it('is made, taken and given back', () => {
    const inner = join(directory, 'not', 'there', 'yet');
    const release = claimDataDirectory(inner);
    expect(readdirSync(inner)).toEqual(['service.pid']);
    release();
    expect(readdirSync(inner)).toEqual([]);
  });

  it('is refused while another service that runs has it', () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      writeFileSync(join(directory, 'service.pid'), String(other.pid));
      expect(() => claimDataDirectory(directory)).toThrow(
        `${directory} is used by another service (process ${other.pid}): stop it, or choose another directory.`,
      );
    } finally {
      other.kill();
    }
  });

  it('is taken over from a service that was killed', () => {
    writeFileSync(join(directory, 'service.pid'), '999999999');
    claimDataDirectory(directory)();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is no file', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => claimDataDirectory(file)).toThrow('is a file: give a directory.');
  });
});
