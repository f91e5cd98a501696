import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, raw } from 'hono/html';
import { pageHeaders } from '../shared/web/page.ts';
import type { RawResponse } from '../shared/web/request.ts';
import { json, rawJson } from '../shared/web/response.ts';
import { secured } from '../shared/web/security-headers.ts';
import { type CapturedMail, mailboxLimits } from './engines/mailbox.ts';
import type { RequestUrl } from './proxy-event.ts';

type ListMail = (to?: string) => readonly CapturedMail[];

/** `GET /local/mail?to=`: mail that would have been sent, as JSON, or as a page in a browser. */
export function answerMail(
  list: ListMail,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (url.pathname !== '/local/mail' || !/^(GET|HEAD)$/.test(request.method ?? '')) return false;
  const mails = list(url.searchParams.get('to') ?? undefined);
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  const answer = wantsPage ? page(mails) : rawJson(json(200, { data: mails }));
  response.writeHead(answer.statusCode, secured(answer)).end(answer.body);
  return true;
}

const style = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  article { border-top: 1px solid #ccc; padding: 1rem 0 }
  pre { white-space: pre-wrap; font: inherit }
`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

function page(mails: readonly CapturedMail[]): RawResponse {
  return {
    statusCode: 200,
    headers: { ...pageHeaders, 'content-security-policy': policy },
    body: String(content(mails)),
  };
}

function content(mails: readonly CapturedMail[]) {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail</title>
<style>${raw(style)}</style>
<h1>Mail that would have been sent</h1>
${mails.length === 0 ? html`<p>None so far.</p>` : ''}
${mails.toReversed().map(
  (mail) => html`<article>
  <h2>${mail.subject}</h2>
  <p>From ${mail.from ?? 'an unknown sender'}<br>To ${mail.to.join(', ')}, ${mail.sentAt}</p>
  <p><small>${details(mail)}</small></p>
  <pre>${mail.text}</pre>
</article>`,
)}
<p>The newest ${mailboxLimits.mails} mails are kept.</p>
</html>`;
}

/** What mail programs and SES get besides. */
function details({ headers, configurationSet }: CapturedMail): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, `Configuration set: ${configurationSet ?? 'none'}`].join('; ');
}
