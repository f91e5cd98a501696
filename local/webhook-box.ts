import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from 'hono/html';
import { namesType } from '../shared/web/http/request.ts';
import { json, rawJson } from '../shared/web/http/response.ts';
import { secured } from '../shared/web/http/security-headers.ts';
import { plainPage } from './plain-page.ts';
import type { RequestUrl } from './proxy-event.ts';

/** Where this machine receives webhooks for people who have no receiver yet. */
export const webhookBoxPath = '/local/webhooks';

/** The newest are kept while the service runs. */
const mostMessages = 100;
const maxBodyLength = 64 * 1024;

interface Received {
  readonly receivedAt: string;
  /** `webhook-id`, `webhook-timestamp` and `webhook-signature`, which verify the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unchanged, because the signature covers these bytes. */
  readonly body: string;
}

/**
 * A receiver that answers every message with 204 and shows them: `POST /local/webhooks` receives one, `GET` lists the
 * newest as JSON, or as a page in a browser. It verifies nothing, because it knows no secret. Returns true if it
 * answers the request.
 */
export function openWebhookBox() {
  const received: Received[] = [];
  return (url: RequestUrl, request: IncomingMessage, response: ServerResponse): boolean => {
    if (url.pathname !== webhookBoxPath) return false;
    if (/^(GET|HEAD)$/.test(request.method ?? '')) {
      const wantsPage = namesType(request.headers.accept, 'text/html');
      const answer = wantsPage
        ? plainPage('Webhooks', content(received))
        : rawJson(json(200, { data: received }));
      response.writeHead(answer.statusCode, secured(answer)).end(answer.body);
      return true;
    }
    if (request.method !== 'POST') return false;
    void bodyOf(request)
      .then((body) => {
        if (body === null) return void response.writeHead(413, { connection: 'close' }).end();
        received.push({ receivedAt: new Date().toISOString(), headers: signedOf(request), body });
        if (received.length > mostMessages) received.shift();
        response.writeHead(204).end();
      })
      .catch(() => response.destroy());
    return true;
  };
}

function signedOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')]));
}

/** Null if it is longer than any message. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > maxBodyLength) return null;
  }
  return body;
}

function content(received: readonly Received[]) {
  return html`<h1>Webhooks that came here</h1>
<p>Endpoints whose address is this page’s are answered 204. Nothing is verified here: do that with the endpoint’s secret.</p>
${received.length === 0 ? html`<p>None so far.</p>` : ''}
${received.toReversed().map(
  ({ receivedAt, headers, body }) => html`<article>
  <h2>${typeIn(body)}</h2>
  <p>${receivedAt}</p>
  <pre>${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}

${body}</pre>
</article>`,
)}
<p>The newest ${mostMessages} are kept, as long as the service runs.</p>`;
}

/** The message's type, if it has one. */
function typeIn(body: string): string {
  try {
    return String(Reflect.get(JSON.parse(body), 'type') ?? 'Not a message');
  } catch {
    return 'Not a message';
  }
}
