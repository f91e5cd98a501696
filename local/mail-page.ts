import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from 'hono/html';
import type { CapturedMail } from './engines/ses.ts';
import type { RequestUrl } from './proxy-event.ts';

type ListMail = (to?: string) => readonly CapturedMail[];

/** `GET /local/mail?to=`: mail that would have been sent, as JSON, or as a page in a browser. */
export function answerMail(
  list: ListMail,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (url.pathname !== '/local/mail' || request.method !== 'GET') return false;
  const mails = list(url.searchParams.get('to') ?? undefined);
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', wantsPage ? 'text/html; charset=utf-8' : 'application/json');
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  response.end(wantsPage ? String(page(mails)) : JSON.stringify({ data: mails }));
  return true;
}

function page(mails: readonly CapturedMail[]) {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  article { border-top: 1px solid #ccc; padding: 1rem 0 }
  pre { white-space: pre-wrap; font: inherit }
</style>
<h1>Mail that would have been sent</h1>
${mails.length === 0 ? html`<p>None so far.</p>` : ''}
${mails.toReversed().map(
  (mail) => html`<article>
  <h2>${mail.subject}</h2>
  <p>To ${mail.to.join(', ')}, ${mail.sentAt}</p>
  <pre>${mail.text}</pre>
</article>`,
)}
</html>`;
}
