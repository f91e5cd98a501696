import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameKey } from '../../shared/kernel/domain/company-name.ts';
import type { RegistryRow } from '../../shared/registry/domain/registry-entry.ts';
import type { EngineReport } from './engine.ts';
import type { BenchQuery } from './names.ts';

/** Debian's programs of PostgreSQL, the newest; undefined where it is not installed. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);

/**
 * PostgreSQL with an index of `pg_trgm`, for names and numbers that contain all words; in order of names, without our
 * order of relevance. Its times are psql's own, by the clock: it works in a process of its own. Undefined where it is
 * not installed.
 */
export function postgres(
  rows: readonly RegistryRow[],
  queries: readonly BenchQuery[],
): EngineReport | undefined {
  if (programs === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  chmodSync(directory, 0o777);
  const data = join(directory, 'data');
  const run = (program: string, ...parts: string[]) => {
    const [command = '', ...rest] = asPostgres(join(programs, program), ...parts);
    return execFileSync(command, rest, { encoding: 'utf8', cwd: directory, maxBuffer: 1e9 });
  };
  run('initdb', '-D', data, '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C');
  const settings = [
    ...['listen_addresses=', 'fsync=off', 'shared_buffers=512MB', 'maintenance_work_mem=512MB'],
    'max_parallel_workers_per_gather=0',
  ].map((setting) => `-c ${setting}`);
  const options = [`-k ${directory}`, ...settings].join(' ');
  run('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', join(directory, 'log'), '-o', options);
  try {
    const psql = (sql: string) => {
      const file = join(directory, 'script.sql');
      writeFileSync(file, sql, { mode: 0o644 });
      return run('psql', '-h', directory, '-d', 'postgres', '-qAt', '-f', file);
    };
    const started = performance.now();
    psql(filling(rows));
    const filled = ((performance.now() - started) / 1000).toFixed(1);
    const [size = ''] = psql("SELECT pg_size_pretty(pg_total_relation_size('registry'));").split(
      '\n',
    );
    const asking = queries.map(({ text }) => selection(text));
    psql(asking.slice(0, 40).join('\n'));
    const output = psql(`\\timing on\n${asking.join('\n')}`);
    const answers = output.split(/^Time: ([0-9.]+) ms.*$/m);
    const milliseconds = queries.map((_, index) => Number(answers[2 * index + 1]));
    const found = queries.map((_, index) => Number(answers[2 * index]?.trim()));
    const notes = `${size}, filled in ${filled} s by the clock; times by the clock`;
    return { name: 'PostgreSQL', milliseconds, found, notes };
  } finally {
    run('pg_ctl', 'stop', '-w', '-s', '-D', data, '-m', 'immediate');
    rmSync(directory, { recursive: true });
  }
}

/** PostgreSQL refuses to run as root. */
function asPostgres(...command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
}

function filling(rows: readonly RegistryRow[]): string {
  const lines = rows.map(({ id, name, residentPermitNumber }) =>
    [id, name, nameKey(name), residentPermitNumber ?? ''].join('\t'),
  );
  return `CREATE EXTENSION pg_trgm;
CREATE TABLE registry (id uuid, name text, key text, number text);
COPY registry FROM stdin;
${lines.join('\n')}
\\.
CREATE INDEX ON registry USING gin (key gin_trgm_ops, number gin_trgm_ops);
CREATE INDEX ON registry (key, name, id);
ANALYZE registry;`;
}

/** Counts the first 1,000: what is counted has to be found and sorted, and needs no way through the terminal. */
function selection(text: string): string {
  const key = nameKey(text);
  const like = (word: string) => `'%${word.replace(/[\\%_]/g, '\\$&').replaceAll("'", "''")}%'`;
  const words = key.split(' ').map((word) => `key LIKE ${like(word)}`);
  return `SELECT count(*) FROM (SELECT id, name, number FROM registry WHERE (${words.join(' AND ')}) OR number LIKE ${like(key)} ORDER BY key, name, id LIMIT 1000) AS found;`;
}
