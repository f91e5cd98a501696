import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { html, raw } from 'hono/html';
import type { PageContext } from '../shared/kernel/pages/page-context.ts';
import { page, pageHeaders } from '../shared/web/http/page.ts';
import type { RawResponse } from '../shared/web/http/request.ts';
import { secured } from '../shared/web/http/security-headers.ts';
import type { RequestUrl } from './proxy-event.ts';

const style = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  article { border-top: 1px solid #ccc; padding: 1rem 0 }
  pre { white-space: pre-wrap }
  pre.letter { font: inherit }
`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page about outgoing data of this machine. It is not part of the service, and has no links into it. */
export function plainPage(title: string, content: ReturnType<typeof html>): RawResponse {
  const whole = html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${raw(style)}</style>
<main>
${content}
</main>
</html>`;
  return {
    statusCode: 200,
    headers: { ...pageHeaders, 'content-security-policy': policy },
    body: String(whole),
  };
}

/** `GET /local/components`: every shared component. Loaded on request, because it imports the texts of all pages. */
export function answerComponents(
  siteOf: () => PageContext,
  url: RequestUrl,
  response: ServerResponse,
): boolean {
  if (url.pathname !== '/local/components') return false;
  import('./components-page.ts')
    .then(({ componentsPage, componentsOptions }) => {
      const answer = page(200, componentsPage(siteOf()), componentsOptions);
      response.writeHead(answer.statusCode, secured(answer)).end(answer.body);
    })
    .catch((error) => response.destroy(error));
  return true;
}
