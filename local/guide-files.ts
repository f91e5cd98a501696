import type { IncomingMessage, ServerResponse } from 'node:http';
import { packClient } from '../lib/bundle/pack-client.ts';
import { clientFile } from '../shared/reference/http/guide-files.ts';
import { once } from '../shared/web/http/once.ts';
import type { RequestUrl } from './proxy-event.ts';

const packed = once(packClient);

/**
 * Downloads of guides that no function from source has: the packed client, at its deployed path, and
 * `/local/guides/demo.json` with the demo's credentials, if there is a demo. Returns true if it answers the request.
 */
export function answerGuideFile(
  readDemo: () => Promise<unknown>,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!/^(GET|HEAD)$/.test(request.method ?? '')) return false;
  const files: Readonly<Record<string, () => Promise<Buffer | string | undefined>>> = {
    '/local/guides/demo.json': async () => JSON.stringify(await readDemo()),
    [`/docs/files/${clientFile}`]: packed,
  };
  const read = Object.hasOwn(files, url.pathname) ? files[url.pathname] : undefined;
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
