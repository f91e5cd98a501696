import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { pageHeaders } from '../shared/web/http/page.ts';
import type { RawResponse } from '../shared/web/http/request.ts';

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

/** What this machine shows of what leaves it: a page that is no part of the service, and has no way into it. */
export function plainPage(title: string, content: ReturnType<typeof html>): RawResponse {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${raw(style)}</style>
${content}
</html>`;
  return {
    statusCode: 200,
    headers: { ...pageHeaders, 'content-security-policy': policy },
    body: String(page),
  };
}
