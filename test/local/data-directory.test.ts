import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { claimDataDirectory, wasUsed } from '../../local/data-directory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const modeOf = (name: string) => (statSync(join(directory, name)).mode & 0o777).toString(8);

describe('a data directory', () => {
  it('is created, locked and released', () => {
    const inner = join(directory, 'not', 'there', 'yet');
    const { complete, release } = claimDataDirectory(inner);
    expect(readdirSync(inner)).toEqual(['first-start', 'service.lock', 'service.pid']);
    complete();
    expect(readdirSync(inner)).toEqual(['service.lock', 'service.pid']);
    release();
    expect(readdirSync(inner)).toEqual(['service.lock']);
  });

  it('has been used once a service has followed a table with it', () => {
    const { complete, release } = claimDataDirectory(directory);
    complete();
    expect(wasUsed(directory)).toBe(false);
    writeFileSync(join(directory, 'outbox-checkpoint.json'), '{}');
    expect(wasUsed(directory)).toBe(true);
    release();
  });

  it('is refused while another service uses it, even if its process id is not known', async () => {
    const module = new URL('../../local/data-directory.ts', import.meta.url).href;
    const script = `const { claimDataDirectory } = await import(${JSON.stringify(module)});
      const claimed = claimDataDirectory(${JSON.stringify(directory)});
      console.log('claimed'); setInterval(() => claimed, 1000);`;
    const other = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script]);
    try {
      await once(other.stdout, 'data');
      expect(() => claimDataDirectory(directory)).toThrow(
        `${directory} is used by another service (process ${other.pid}): stop it, or choose another directory.`,
      );
      rmSync(join(directory, 'service.pid'));
      expect(() => claimDataDirectory(directory)).toThrow(
        `${directory} is used by another service: stop it, or choose another directory.`,
      );
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    claimDataDirectory(directory).release();
  });

  it('is taken over from a killed service, even if another process has its id now', () => {
    writeFileSync(join(directory, 'service.pid'), '999999999');
    claimDataDirectory(directory).release();
    writeFileSync(join(directory, 'service.pid'), '');
    claimDataDirectory(directory).release();
    writeFileSync(join(directory, 'service.pid'), String(process.ppid));
    claimDataDirectory(directory).release();
    expect(readdirSync(directory)).toEqual(['first-start', 'service.lock']);
  });

  it('loses only what an interrupted first start left, and only once', () => {
    const put = (...names: string[]) => {
      for (const name of names) writeFileSync(join(directory, name), 'x');
    };
    put('thesis.txt', 'thesis.txt.1.new');
    const first = claimDataDirectory(directory);
    mkdirSync(join(directory, 'objects'));
    put('dynamodb.sqlite', 'demo.json', 'mail.jsonl', 'secrets.json.7.new', 'objects/0a');
    first.release();

    const second = claimDataDirectory(directory);
    expect([first.wasCutOff, second.wasCutOff]).toEqual([false, true]);
    expect(readdirSync(directory)).toEqual([
      'dynamodb.sqlite',
      'first-start',
      'service.lock',
      'service.pid',
      'thesis.txt',
      'thesis.txt.1.new',
    ]);
    put('demo.json', 'demo.json.7.new');
    second.complete();
    second.release();
    const third = claimDataDirectory(directory);
    expect(third.wasCutOff).toBe(false);
    expect(readdirSync(directory)).toEqual([
      'demo.json',
      'dynamodb.sqlite',
      'service.lock',
      'service.pid',
      'thesis.txt',
      'thesis.txt.1.new',
    ]);
    third.release();
  });

  it('is private, and so is everything in it that an earlier version left readable', () => {
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

  it("does not change files that are not the service's", () => {
    chmodSync(directory, 0o755);
    writeFileSync(join(directory, 'thesis.txt'), 'x');
    chmodSync(join(directory, 'thesis.txt'), 0o644);
    writeFileSync(join(directory, 'demo.json'), 'x', { mode: 0o644 });
    claimDataDirectory(directory);
    expect([modeOf('.'), modeOf('thesis.txt'), modeOf('demo.json')]).toEqual(['755', '644', '600']);
  });

  it("can't be a file", () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => claimDataDirectory(file)).toThrow('is a file: give a directory.');
  });
});
