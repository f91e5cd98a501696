import { codeIn } from './portal.ts';

/** A page that was opened, or an address outside the registry that the browser was sent to. */
export interface Arrival {
  readonly url: string;
  /** Null: the browser left the registry for `url`, which was not opened. */
  readonly text: string | null;
}

/** The person's answers to the registry's questions. */
export interface Answers {
  readonly decision?: 'approve' | 'deny';
  /** Legal entities to share; the others that are offered are not. */
  readonly legalEntityIds?: readonly string[];
}

/**
 * Someone with a browser that keeps cookies and follows redirects, at the local service. Signs in
 * with the emailed code if asked, and answers the registry's questions.
 */
export function person(
  registry: string,
  email: string,
  /**
   * Where captured email is read, and the `fetch` with which the browser reaches the registry, if
   * not the usual ones.
   */
  { mailAt = registry, fetch: load = fetch }: { mailAt?: string; fetch?: typeof fetch } = {},
) {
  const cookies = new Map<string, string>();
  let codesBefore = 0;
  let signIns = 0;

  /** The code that was requested last. It is emailed a moment after the page is answered. */
  async function newCode(): Promise<string> {
    const deadline = performance.now() + 120_000;
    while (performance.now() < deadline) {
      const codes = await mailedCodes(mailAt, email);
      const code = codes.at(-1);
      if (codes.length > codesBefore && code !== undefined) {
        signIns += 1;
        return code;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    throw new Error('set-up: no code was mailed');
  }

  async function visit(url: string, body?: URLSearchParams): Promise<Arrival> {
    if (new URL(url).origin !== registry) return { url, text: null };
    const response = await load(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: body ?? null,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const next = response.headers.get('location') ?? refreshOf(text);
    return next === null ? { url, text } : visit(new URL(next, url).href);
  }

  async function filledIn(form: string, answers: Answers): Promise<URLSearchParams> {
    const fields = new URLSearchParams();
    for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
      const name = attribute(tag, 'name');
      const value = attribute(tag, 'value') ?? '';
      if (name === null || name === 'decision') continue;
      if (name === 'legalEntityId' && !answers.legalEntityIds?.includes(value)) continue;
      if (name === 'email') {
        codesBefore = (await mailedCodes(mailAt, email)).length;
        fields.append(name, email);
      } else fields.append(name, name === 'code' ? await newCode() : value);
    }
    if (/name="decision"/.test(form)) fields.append('decision', answers.decision ?? 'approve');
    return fields;
  }

  return {
    visit,
    /** The names of the cookies that the browser keeps. */
    cookieNames: () => [...cookies.keys()],
    /** How often an emailed code was entered. */
    signIns: () => signIns,
    /**
     * Continues from page to page until there is nothing left to fill in, or the browser leaves the
     * registry.
     */
    async answer(start: string, answers: Answers = {}): Promise<Arrival> {
      let page = await visit(start);
      for (let step = 0; step < 10 && page.text !== null; step += 1) {
        const form = formOf(page.text);
        if (form === null) return page;
        const action = attribute(/<form[^>]*>/i.exec(form)?.[0] ?? '', 'action') ?? '';
        const target = new URL(action === '' ? page.url : action, page.url).href;
        // A page that sends the response to the client (form_post) is the last one of the registry.
        if (new URL(target).origin !== registry) return page;
        page = await visit(target, await filledIn(form, answers));
      }
      return page;
    },
  };
}

/** The first form of a page that has an address, or null. */
export function formOf(text: string): string | null {
  const main = /<main[\s\S]*<\/main>/i.exec(text)?.[0] ?? text;
  return /<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/i.exec(main)?.[0] ?? null;
}

/** Names and values of the hidden fields of a form. */
export function hiddenFields(form: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)) {
    fields.append(attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '');
  }
  return fields;
}

/** An attribute as a browser reads it, or null. */
export function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  if (value === undefined) return null;
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** A page that redirects by itself. */
function refreshOf(text: string): string | null {
  const tag = /<meta[^>]*http-equiv="refresh"[^>]*>/i.exec(text)?.[0] ?? '';
  return /url=(.+)$/i.exec(attribute(tag, 'content') ?? '')?.[1] ?? null;
}

/** The codes that were emailed to the address, oldest first. */
async function mailedCodes(registry: string, email: string): Promise<readonly string[]> {
  const answer = await fetch(`${registry}/local/mail?to=${encodeURIComponent(email)}`);
  // The contract of /local/mail.
  const { data } = (await answer.json()) as { data: Parameters<typeof codeIn>[0][] };
  return data.map(codeIn).filter((code) => code !== null);
}
