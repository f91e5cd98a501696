export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the token of the page that was opened last; null: no such field. */
  readonly csrf?: string | null;
  /** In place of the cookies that were set; null: none. */
  readonly cookie?: string | null;
}

/**
 * Somebody with a browser: opens pages, keeps cookies, and sends forms with the token and the other hidden
 * fields of the last page; an empty list in their place leaves one out.
 */
export function visitor(baseUrl: string) {
  const cookies = new Map<string, string>();
  let token: string | null = null;
  let hidden: Readonly<Record<string, string>> = {};

  const cookieHeader = (): string =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(answer: PageAnswer): PageAnswer {
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
    async open(path: string): Promise<PageAnswer> {
      return keep(await call(baseUrl + path, { headers: { cookie: cookieHeader() } }));
    },
    async send(
      path: string,
      fields: Readonly<Record<string, string | readonly string[]>>,
      { headers = {}, csrf = token, cookie = cookieHeader() }: SendOptions = {},
    ): Promise<PageAnswer> {
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

async function call(url: string, init: RequestInit): Promise<PageAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
