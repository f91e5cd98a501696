import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RuntimeOptions } from '../../local/runtime.ts';

export type Data = Readonly<Record<string, unknown>> & { readonly id: string };

const program = fileURLToPath(new URL('service-process.ts', import.meta.url));
const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

export type RunningService = Awaited<ReturnType<typeof startService>>;

/**
 * The service as `npm start` runs it, in a separate process: functions cache what they opened at
 * their first call, so a process can run only one service.
 */
export async function startService(
  options: Partial<Pick<RuntimeOptions, 'port' | 'dataDirectory' | 'front'>> = {},
) {
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(options)], {
    env: { ...process.env, LOG_LEVEL: 'SILENT' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [baseUrl = '', servedAt = ''] = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line).split(' ')),
    ended.then(() => {
      throw new Error('set-up: the service did not start');
    }),
  ]);

  /** `data` of an operator's creation, which must succeed. */
  const operate = (path: string, body: object) => operateWith('POST', path, body);

  async function operateWith(method: string, path: string, body: object): Promise<Data> {
    const response = await fetch(`${baseUrl}/admin/v1${path}`, {
      method,
      headers: { authorization: asOperator, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`set-up: ${path} answered ${response.status}`);
    // Every creation answers {data}; the status was just checked.
    return ((await response.json()) as { data: Data }).data;
  }

  return {
    /** For this machine only, if a front has another address. */
    baseUrl,
    /** The address that a front forwards to. */
    servedAt,
    /** What operators send as `Authorization` here. */
    asOperator,
    operate,
    operateWith,
    /** A new OAuth client; the secret of a public one is empty. */
    async register(fields: object) {
      const { clientId, clientSecret } = await operate('/oauth_clients', {
        name: 'Library',
        ...fields,
      });
      return { clientId: String(clientId), clientSecret: String(clientSecret ?? '') };
    },
    /** Ends the service; throws if anything failed in the background. */
    async stop() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`the service ended with ${code}`);
    },
  };
}
