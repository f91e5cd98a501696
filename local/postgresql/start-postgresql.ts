import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's newest PostgreSQL programs; undefined if not installed. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);

export interface Postgresql {
  /** The directory of its socket; it is not reachable over the network. */
  readonly host: string;
  stop(): void;
}

/**
 * A PostgreSQL in a temporary directory, which is deleted with it. Its data need not survive a crash. Undefined if
 * PostgreSQL is not installed: `apt-get install postgresql`.
 */
export function startPostgresql(): Postgresql | undefined {
  if (programs === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'registry-postgresql-'));
  chmodSync(directory, 0o777);
  const data = join(directory, 'data');
  const run = (program: string, ...parts: string[]) => {
    const [command = '', ...rest] = asPostgres(join(programs, program), ...parts);
    execFileSync(command, rest, { cwd: directory, stdio: 'ignore' });
  };
  const stop = () => {
    run('pg_ctl', 'stop', '-w', '-s', '-D', data, '-m', 'immediate');
    rmSync(directory, { recursive: true });
  };
  try {
    // Like Aurora: letters of all languages are letters.
    run('initdb', '-D', data, '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C.UTF-8');
    const settings = ['listen_addresses=', 'fsync=off', 'shared_buffers=512MB'].map(
      (setting) => `-c ${setting}`,
    );
    const options = [`-k ${directory}`, ...settings].join(' ');
    run('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', join(directory, 'log'), '-o', options);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  return { host: directory, stop };
}

/** PostgreSQL refuses to run as root. */
function asPostgres(...command: readonly string[]): readonly string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
}
