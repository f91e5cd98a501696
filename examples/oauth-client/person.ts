// Plays a person with a browser, so that the guides can run without one. Works only with `npm start`: it reads the
// emailed code from /local/mail, clicks the first button of each form (allow, sign, pay), and signs with the name. Prints the last page.
// Usage: node person.ts URL EMAIL [NAME]
interface Page {
  readonly url: string;
  readonly text: string;
}

const [start = '', email = '', signer = ''] = process.argv.slice(2);
const registry = process.env['ISSUER'] ?? process.env['api'] ?? 'http://localhost:3000';
const cookies = new Map<string, Map<string, string>>();
let codesBefore = 0;

let page = await visit(start);
for (let step = 0; step < 10; step += 1) {
  const main = /<main.*<\/main>/is.exec(page.text)?.[0] ?? '';
  const form = /<form[^>]*method="post"[^>]*>.*?<\/form>/is.exec(main)?.[0];
  // A page of the application, or the last page of the registry: no form is left.
  if (form === undefined || new URL(page.url).origin !== registry) break;
  const action = attribute(/<form[^>]*>/i.exec(form)?.[0] ?? '', 'action') ?? '';
  page = await visit(new URL(action || page.url, page.url).href, await filledIn(form));
}
process.stdout.write(`${page.text}\n`);

/** The values that the person enters. Fields that already have a value keep it. */
async function filledIn(form: string): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
    const name = attribute(tag, 'name');
    if (name === undefined || (tag.startsWith('<button') && fields.has(name))) continue;
    if (name === 'email') codesBefore = (await mailedCodes()).length;
    const entered: Readonly<Record<string, string | undefined>> = {
      email,
      signerName: signer,
      code: name === 'code' ? await newCode() : undefined,
    };
    fields.append(name, entered[name] ?? attribute(tag, 'value') ?? '');
  }
  return fields;
}

/** The newest code. It is emailed a moment after the page is sent. */
async function newCode(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const codes = await mailedCodes();
    const newest = codes.at(-1);
    if (codes.length > codesBefore && newest !== undefined) return newest;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no code was emailed');
}

async function mailedCodes(): Promise<readonly string[]> {
  const answer = await fetch(`${registry}/local/mail?to=${encodeURIComponent(email)}`);
  const { data } = (await answer.json()) as { data: { text: string }[] };
  return data.flatMap(({ text }) => /(?<![\w-])\d{6}\b/.exec(text) ?? []);
}

/** Opens an address, or sends a form to it, and follows redirects like a browser. */
async function visit(url: string, body?: URLSearchParams): Promise<Page> {
  const { origin } = new URL(url);
  const kept = cookies.get(origin) ?? new Map<string, string>();
  cookies.set(origin, kept);
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { cookie: [...kept].map((pair) => pair.join('=')).join('; '), accept: 'text/html' },
    ...(body && { body }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) kept.set(name, value);
  }
  const text = await response.text();
  const next = response.headers.get('location') ?? refresh(text);
  return next === undefined ? { url, text } : visit(new URL(next, url).href);
}

/** The address to which a page redirects by itself. */
function refresh(text: string): string | undefined {
  const tag = /<meta[^>]*http-equiv="refresh"[^>]*>/i.exec(text)?.[0] ?? '';
  return /url=(.+)$/i.exec(attribute(tag, 'content') ?? '')?.[1];
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
