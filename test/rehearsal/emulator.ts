import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../lib/bundle/function-entries.ts';
import { pythonProgram } from '../support/python-program.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

export interface Emulator {
  /** The address of all AWS services. */
  readonly url: string;
  readonly region: string;
  readonly account: string;
  /** The environment for programs that call it as the account's root user. */
  readonly environment: NodeJS.ProcessEnv;
  /** Its output so far. */
  log(): Promise<string>;
  /** Ends it and every function that it runs. */
  stop(): Promise<void>;
}

/**
 * Starts MiniStack, with the additions of bridge/, on loopback; all its files are in the folder.
 * IAM is enforced. Rejects if it does not start within a minute.
 */
export async function startEmulator(folder: string): Promise<Emulator> {
  const python = join(dirname(await pythonProgram(here, 'ministack')), 'python');
  const [region, account, port] = ['eu-central-1', '000000000000', await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const temporary = join(folder, 'emulator');
  const logFile = join(folder, 'emulator.log');
  await mkdir(temporary);
  const common = {
    // Functions run with this project's Node, without this machine's own credentials.
    PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
    HOME: folder,
    TMPDIR: temporary,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
  };
  const output = await open(logFile, 'w');
  const emulator = spawn('nice', ['-n', '5', python, join(here, 'bridge')], {
    cwd: folder,
    stdio: ['ignore', output.fd, output.fd],
    // A separate process group, so that the functions that it runs end with it.
    detached: true,
    env: {
      ...common,
      PYTHONDONTWRITEBYTECODE: '1',
      AUTH: 'true',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: region,
      MINISTACK_ACCOUNT_ID: account,
      // Listeners for other protocols, which would be open to the network.
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
    },
  });
  await output.close();
  const log = () => readFile(logFile, 'utf8');
  const stop = () => end(emulator);
  try {
    await answering(`${url}/_ministack/health`, emulator);
  } catch (error) {
    await stop();
    throw new Error(`MiniStack did not start:\n${await log()}`, { cause: error });
  }
  return {
    url,
    region,
    account,
    environment: {
      ...common,
      AWS_ENDPOINT_URL: url,
      AWS_EC2_METADATA_DISABLED: 'true',
      CI: 'true',
    },
    log,
    stop,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answering(url: string, { exitCode }: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && exitCode === null; tries += 1) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`nothing answers at ${url}`);
}

/** Ends the whole process group: first with a request, then by force. */
async function end(leader: ChildProcess): Promise<void> {
  const { pid } = leader;
  if (pid === undefined) return;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // They have all ended.
    }
  };
  const ended = leader.exitCode === null ? once(leader, 'exit') : undefined;
  signal('SIGTERM');
  const impatient = setTimeout(() => signal('SIGKILL'), 5_000);
  await ended;
  clearTimeout(impatient);
  signal('SIGKILL');
}
