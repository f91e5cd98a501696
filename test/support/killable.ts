import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { World } from './world.ts';

const program = fileURLToPath(new URL('doomed-functions.ts', import.meta.url));

/** The functions of one file on a world's table, in a separate process that can be killed at any moment. */
export async function startKillable({ table, proxy }: World, entry: string) {
  const child = spawn(process.execPath, ['--no-warnings', program, entry], {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
      TABLE_NAME: table.name,
      BASE_URL: 'http://localhost',
      LOG_LEVEL: 'SILENT',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [baseUrl] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => {
      throw new Error('set-up: the functions did not start');
    }),
  ]);
  return {
    baseUrl: String(baseUrl),
    /** Ends it immediately, as a crash does; resolves when it has gone. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
