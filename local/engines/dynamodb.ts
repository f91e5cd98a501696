import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { indexStreams } from './dynamodb-maintenance.ts';
import { findDynoxide } from './dynoxide.ts';
import type { Engine } from './engine.ts';
import { throwawayDirectory } from './throwaway-directory.ts';

/** DynamoDB on this machine. `databaseFile` is its SQLite file, `processId` that of the engine. */
export type DynamoDbEngine = Engine & {
  readonly databaseFile: string;
  readonly processId: number;
};

type Options = {
  /** The directory of the database file; without it, a directory that is removed on stop. */
  readonly dataDirectory?: string | undefined;
  readonly port?: number | undefined;
  /** Called once if the engine ends without being stopped. */
  readonly onExit?: ((reason: string) => void) | undefined;
};

// The shell keeps the engine running as long as its standard input is open. The kernel closes that pipe however this
// process ends, kill -9 included, so an engine is never left behind. Only this user can read the engine's files.
const supervisor = `
temporary="$1"; shift
umask 077
exec 3<&0
"$@" </dev/null 3<&- &
engine=$!
echo "engine $engine"
exec 2>/dev/null
{ cat <&3 >/dev/null; kill "$engine"; } &
wait "$engine"; code=$?
[ -n "$temporary" ] && rm -rf "$temporary"
kill $!
exit $code
`;

const freePortAttempts = 3;
// A busy machine takes seconds to start it.
const startDeadlineMilliseconds = 30_000;
const stopDeadlineMilliseconds = 3000;

/**
 * Starts dynoxide on 127.0.0.1 and resolves once it accepts connections. Throws if there is no engine for this
 * platform, or if it ends before it listens.
 */
export async function startDynamoDb(options: Options = {}): Promise<DynamoDbEngine> {
  const binary = findDynoxide();
  if (options.port !== undefined) return launch(binary, options.port, options);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(binary, await findFreePort(), options);
    } catch (error) {
      // Another process can take a free port before the engine listens on it.
      if (attempt === freePortAttempts) throw error;
    }
  }
}

async function launch(binary: string, port: number, options: Options): Promise<DynamoDbEngine> {
  const temporary = options.dataDirectory === undefined ? throwawayDirectory('dynamodb') : '';
  const directory = options.dataDirectory ?? temporary;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const databaseFile = join(directory, 'dynamodb.sqlite');
  const child = spawn(
    '/bin/sh',
    ['-c', supervisor, 'sh', temporary, binary, '--port', String(port), '--db-path', databaseFile],
    // Detached, so that Ctrl-C in the terminal reaches only this process, which then stops in order.
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  const release = () => child.stdin.destroy();
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true;
      resolve();
    });
  });

  const readProcessId = () => Number(/^engine (\d+)$/m.exec(output)?.[1] ?? 0);
  const isReady = async () =>
    readProcessId() > 0 && output.includes('listening on') && (await accepts(port));
  const deadline = Date.now() + startDeadlineMilliseconds;
  // A connection alone would also succeed with another program on the port.
  while (!(await isReady())) {
    if (ended || Date.now() > deadline) {
      release();
      const message = output.trim().split('\n').at(-1) ?? '';
      throw new Error(`The local DynamoDB did not start on port ${port}: ${message}`);
    }
    await delay(2);
  }
  indexStreams(databaseFile);
  const processId = readProcessId();
  let stopping = false;
  void exited.then(() => {
    if (!stopping) options.onExit?.('The local DynamoDB ended unexpectedly.');
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    databaseFile,
    processId,
    stop: async () => {
      stopping = true;
      release();
      const force = () => {
        try {
          process.kill(processId, 'SIGKILL');
        } catch {
          // It has ended, and its files are being removed.
        }
      };
      const timer = setTimeout(force, stopDeadlineMilliseconds);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener's address is never a string (that is for pipes), nor null once it listens.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
