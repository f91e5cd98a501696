import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { once } from '../shared/web/http/once.ts';
import type { RequestUrl } from './proxy-event.ts';

const folder = '/local/guides/';

const project = new URL('../', import.meta.url);

const example = (file: string) => () => readFile(new URL(`examples/${file}`, project));

/** What the guides download, so that they run in an empty folder. */
const files: Readonly<Record<string, () => Promise<Buffer>>> = {
  'guide.sh': example('guide.sh'),
  'person.ts': example('oauth-client/person.ts'),
  'web.ts': example('oauth-client/web.ts'),
  'device.ts': example('oauth-client/device.ts'),
  'receiver.ts': example('webhooks/receiver.ts'),
  'resident-registry-client.tgz': once(packClient),
};

/**
 * `GET /local/guides/…`: the files of the guides, and `demo.json` with the credentials of the demo, where there is one. True
 * when the request was answered, or is going to be.
 */
export function answerGuideFile(
  readDemo: () => Promise<unknown>,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!url.pathname.startsWith(folder) || !/^(GET|HEAD)$/.test(request.method ?? '')) return false;
  const name = url.pathname.slice(folder.length);
  const read =
    name === 'demo.json' ? async () => JSON.stringify(await readDemo()) : ownFile(files, name);
  if (read === undefined) return false;
  read()
    .then((content) => {
      response.writeHead(content === undefined ? 404 : 200, {
        'cache-control': 'no-store',
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      });
      response.end(content);
    })
    .catch((error: unknown) => response.writeHead(500).end(String(error)));
  return true;
}

function ownFile(all: typeof files, name: string) {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** The client as `npm pack` writes it: as a release has it. */
async function packClient(): Promise<Buffer> {
  const into = await mkdtemp(join(tmpdir(), 'packed-client-'));
  try {
    const client = fileURLToPath(new URL('packages/client', project));
    const { stdout } = await promisify(execFile)('npm', [
      ...['pack', '--silent', '--pack-destination', into, client],
    ]);
    return await readFile(join(into, stdout.trim().split('\n').at(-1) ?? ''));
  } finally {
    await rm(into, { recursive: true });
  }
}
