import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDataDirectory } from '../../local/data-directory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const modeOf = (name: string) => (statSync(join(directory, name)).mode & 0o777).toString(8);

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

  it('is closed to others, with all that an earlier version left readable in it', () => {
    const before = process.umask(0o022);
    try {
      const objects = join(directory, 'objects');
      mkdirSync(objects);
      chmodSync(directory, 0o755);
      const files = ['dynamodb.sqlite', 'dynamodb.sqlite-wal', 'mail.jsonl', 'objects/0a'];
      for (const name of files) writeFileSync(join(directory, name), 'x');
      claimDataDirectory(directory);
      expect(files.map((name) => modeOf(name))).toEqual(files.map(() => '600'));
      expect([modeOf('service.pid'), modeOf('objects'), modeOf('.')]).toEqual([
        '600',
        '700',
        '700',
      ]);
    } finally {
      process.umask(before);
    }
  });

  it('leaves what is not of the service as it is', () => {
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, 'thesis.txt'), 'x');
    chmodSync(join(directory, 'thesis.txt'), 0o644);
    writeFileSync(join(directory, 'demo.json'), 'x', { mode: 0o644 });
    claimDataDirectory(directory);
    expect([modeOf('.'), modeOf('thesis.txt'), modeOf('demo.json')]).toEqual(['755', '644', '600']);
  });

  it('is no file', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => claimDataDirectory(file)).toThrow('is a file: give a directory.');
  });
});
