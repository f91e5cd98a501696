import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from 'hono/html';
import { namesType } from '../shared/web/http/request.ts';
import { json, rawJson } from '../shared/web/http/response.ts';
import { secured } from '../shared/web/http/security-headers.ts';
import { type CapturedMail, mailboxLimits } from './engines/mailbox.ts';
import { plainPage } from './plain-page.ts';
import type { RequestUrl } from './proxy-event.ts';

type ListMail = (to?: string) => readonly CapturedMail[];

/** `GET /local/mail?to=`: captured email, as JSON, or as a page in a browser. */
export function answerMail(
  list: ListMail,
  url: RequestUrl,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (url.pathname !== '/local/mail' || !/^(GET|HEAD)$/.test(request.method ?? '')) return false;
  const mails = list(url.searchParams.get('to') ?? undefined);
  const wantsPage = namesType(request.headers.accept, 'text/html');
  const answer = wantsPage
    ? plainPage('Mail', content(mails))
    : rawJson(json(200, { data: mails }));
  response.writeHead(answer.statusCode, secured(answer)).end(answer.body);
  return true;
}

function content(mails: readonly CapturedMail[]) {
  return html`<h1>Mail that would have been sent</h1>
${mails.length === 0 ? html`<p>None so far.</p>` : ''}
${mails.toReversed().map(
  (mail) => html`<article>
  <h2>${mail.subject}</h2>
  <p>From ${mail.from ?? 'an unknown sender'}<br>To ${mail.to.join(', ')}, ${mail.sentAt}</p>
  <p><small>${details(mail)}</small></p>
  <pre class="letter">${mail.text}</pre>
</article>`,
)}
<p>The newest ${mailboxLimits.mails} emails are kept.</p>`;
}

/** Details that only email clients and SES see. */
function details({ headers, configurationSet }: CapturedMail): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, `Configuration set: ${configurationSet ?? 'none'}`].join('; ');
}
