import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../local/demo-registry.ts';
import type { startLocalService } from '../../local/start.ts';

const program = fileURLToPath(new URL('laptop-process.ts', import.meta.url));

export type Laptop = ReturnType<typeof startLaptop>;

/**
 * `npm start` in a separate process, on any free port, with its demo registry. The credentials are
 * written into `directory`, which is not the data directory.
 */
export function startLaptop(
  directory: string,
  options: Partial<Parameters<typeof startLocalService>[0]> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const credentialsFile = join(directory, 'credentials.json');
  const child = spawn(
    process.execPath,
    ['--no-warnings', program, JSON.stringify({ port: 0, credentialsFile, ...options })],
    {
      env: { ...process.env, LOG_LEVEL: 'SILENT', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^Ready in/m.test(output)) ready.resolve();
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    ready.reject(new Error(`the service did not start:\n${output}`));
    return code as number | null; // the first argument of `close`
  });
  ready.promise.catch(() => {}); // Reported to callers that wait for it.
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** The credentials, once it serves; rejects if it ends before. */
    ready: async (): Promise<Demo> => {
      await ready.promise;
      return JSON.parse(readFileSync(credentialsFile, 'utf8'));
    },
    /** Its exit code; null after SIGKILL. */
    end: (signal: NodeJS.Signals = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}
