import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface FileAnswer extends PageAnswer {
  /** The body as received. */
  readonly bytes: Uint8Array;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the token of the last opened page; null: no such field. */
  readonly csrf?: string | null;
  /** Replaces the stored cookies; null: none. */
  readonly cookie?: string | null;
}

/**
 * A person with a browser: opens pages, keeps cookies, and sends forms with the token and other hidden fields of the
 * last page; an empty list leaves a field out. `localAddress`: any of 127.0.0.0/8, to use another network; 127.0.0.1 by
 * default.
 */
export function visitor(baseUrl: string, localAddress?: string) {
  const call = (url: string, sent: Sent): Promise<FileAnswer> =>
    localAddress === undefined ? fetched(url, sent) : sentFrom(localAddress, url, sent);
  const cookies = new Map<string, string>();
  let token: string | null = null;
  let hidden: Readonly<Record<string, string>> = {};

  const cookieHeader = (): string =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(answer: FileAnswer): FileAnswer {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    token = /name="csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? token;
    if (answer.text.includes('<form')) hidden = hiddenFieldsIn(answer.text);
    return answer;
  }

  return {
    cookies,
    /** The token of the page that was opened last. */
    token: () => token,
    async open(path: string): Promise<FileAnswer> {
      return keep(await call(baseUrl + path, { headers: { cookie: cookieHeader() } }));
    },
    async send(
      path: string,
      fields: Readonly<Record<string, string | readonly string[]>>,
      { headers = {}, csrf = token, cookie = cookieHeader() }: SendOptions = {},
    ): Promise<FileAnswer> {
      const body = new URLSearchParams(csrf === null ? [] : [['csrf', csrf]]);
      for (const [name, values] of Object.entries({ ...hidden, ...fields })) {
        for (const value of [values].flat()) body.append(name, value);
      }
      return keep(
        await call(baseUrl + path, {
          method: 'POST',
          headers: { ...(cookie !== null && { cookie }), ...headers },
          body,
        }),
      );
    },
  };
}

/** The hidden fields of a page's forms, without the token. */
function hiddenFieldsIn(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const fields = Array.from(inputs, ([, name = '', value = '']) => [name, unescaped(value)]);
  return Object.fromEntries(fields.filter(([name]) => name !== 'csrf'));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

interface Sent {
  readonly method?: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
}

async function fetched(url: string, sent: Sent): Promise<FileAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...sent });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}

/** `fetch` can't choose the address that it comes from. */
async function sentFrom(
  localAddress: string,
  url: string,
  { method, headers, body }: Sent,
): Promise<FileAnswer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, localAddress, headers: { ...(body && type), ...headers } }, resolve)
      .on('error', reject)
      .end(body === undefined ? undefined : String(body));
  });
  const answered = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) answered.append(name, value);
  }
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answered, bytes, text: bytes.toString() };
}
