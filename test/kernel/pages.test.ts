import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import { stylesheet, stylesheetHash } from '../../shared/kernel/pages/stylesheet.ts';
import { csrfCookie, readCookie, writeCookie } from '../../shared/web/http/cookies.ts';
import { securityHeaders } from '../../shared/web/http/security-headers.ts';
import { root } from '../support/documents.ts';
import { aDraft } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const ada = await aResident(world);
const path = new URL(String((await aDraft(world, ada.standardKey)).signature)).pathname;
/** A form that is refused because of its fields, so it can be sent repeatedly. */
const incomplete = { signerName: 'Ada' };

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^[\w-]{10,}$/),
};

/** Our own headers, without those of the connection. */
function ownHeaders(headers: Headers): Record<string, string> {
  const connection = ['connection', 'content-length', 'date', 'keep-alive'];
  return Object.fromEntries([...headers].filter(([name]) => !connection.includes(name)));
}

async function opened() {
  const reader = visitor(world.baseUrl);
  await reader.open(path);
  return reader;
}

describe('every page', () => {
  it('has the strict headers and sets the form’s cookie for this host only', async () => {
    const { status, headers } = await visitor(world.baseUrl).open(path);
    expect({ status, headers: ownHeaders(headers) }).toEqual({
      status: 200,
      headers: {
        ...pageHeaders,
        'set-cookie': expect.stringMatching(
          /^registry_form=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      },
    });
  });

  it('keeps a browser’s token, so that forms in several tabs stay valid', async () => {
    const reader = await opened();
    const first = reader.token();
    const { headers } = await reader.open(path);
    expect({ cookies: headers.getSetCookie(), token: reader.token() }).toEqual({
      cookies: [],
      token: first,
    });
  });

  it('gives every browser its own token', async () => {
    expect((await opened()).token()).not.toBe((await opened()).token());
  });

  it('does not accept a token that it cannot have issued', async () => {
    const { headers, text } = await fetchPage({ cookie: `${csrfCookie}=fixed"><script>` });
    expect(headers.getSetCookie()).toHaveLength(1);
    expect(text).not.toContain('<script>');
  });

  it('has no script, inline style or external resource', async () => {
    const { text } = await visitor(world.baseUrl).open(path);
    expect(text).not.toMatch(/<script|<style|style="|\son\w+=|javascript:|https?:/i);
  });

  it('is a page even if it fails: without the cause, with the request id of the log', async () => {
    // The number of attempts that the client makes.
    world.proxy.failNext({ kind: 'internal', times: 3 });
    const { status, headers, text } = await visitor(world.baseUrl).open(path);
    expect({ status, headers: ownHeaders(headers) }).toEqual({ status: 500, headers: pageHeaders });
    expect(text).toContain('Something went wrong');
    const { fields } = world.log.lines.findLast(({ level }) => level === 'error') ?? {};
    expect(text).toContain(fields?.['requestId']);
    expect(text).not.toMatch(/InternalServerError|dynamo/i);
  });
});

async function fetchPage(headers: Readonly<Record<string, string>>) {
  const response = await fetch(world.baseUrl + path, { headers });
  return { headers: response.headers, text: await response.text() };
}

describe('a form', () => {
  it('is accepted from the page that this browser opened', async () => {
    expect((await (await opened()).send(path, incomplete)).status).toBe(400);
  });

  it.each([
    ['without the field', { csrf: null }],
    ['with an empty field', { csrf: '' }],
    ['with another value', { csrf: 'A'.repeat(22) }],
    ['with a longer value', { csrf: 'A'.repeat(23) }],
    ['without the cookie', { cookie: null }],
    ['with another cookie', { cookie: `registry_form=${'A'.repeat(22)}` }],
    ['with an empty field and cookie', { csrf: '', cookie: 'registry_form=' }],
    ['with a value that we did not make', { csrf: 'short', cookie: 'registry_form=short' }],
    ['from another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['from a neighbouring site', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['from another origin', { headers: { origin: 'https://evil.example' } }],
    [
      'from a frame without an origin on another site',
      { headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
    ],
  ])('is refused with a 403 page that says what to do when it comes %s', async (_, options) => {
    const reader = await opened();
    const { status, headers, text } = await reader.send(path, incomplete, options);
    expect({ status, headers: ownHeaders(headers) }).toEqual({ status: 403, headers: pageHeaders });
    expect(text).toContain('<h1>Open the page again</h1>');
  });

  it('is refused if its token field is sent twice', async () => {
    const reader = await opened();
    const csrf = [String(reader.token()), String(reader.token())];
    expect((await reader.send(path, { ...incomplete, csrf }, { csrf: null })).status).toBe(403);
  });

  it.each([
    ['a browser says that it is our own', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a browser hides the origin, as our pages ask it to', { origin: 'null' }],
    ['a browser knows of no other site', { 'sec-fetch-site': 'none' }],
  ])('is taken where %s', async (_, headers) => {
    const reader = await opened();
    expect((await reader.send(path, incomplete, { headers })).status).toBe(400);
  });

  it('is accepted with our own origin', async () => {
    const reader = await opened();
    const { origin } = new URL(world.baseUrl);
    expect((await reader.send(path, incomplete, { headers: { origin } })).status).toBe(400);
  });

  it.each<[string, number, string | Uint8Array<ArrayBuffer>, string]>([
    ['JSON', 400, '{"signerName":"Ada"}', 'application/json'],
    ['a text', 400, 'signerName=Ada', 'text/plain'],
    ['bytes that are no UTF-8', 400, new Uint8Array([0x61, 0x3d, 0xff]), formType()],
    ['escapes that are no UTF-8', 400, 'signerName=%ff', formType()],
    ['a broken escape', 400, 'signerName=%zz', formType()],
    ['more than 1 MB', 413, `a=${'x'.repeat(1_048_576)}`, formType()],
    ['nothing at all', 403, '', formType()],
  ])('answers with a page, never with JSON, when it sends %s', async (_, status, body, type) => {
    const response = await fetch(world.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status,
      type: 'text/html; charset=utf-8',
    });
  });
});

function formType(): string {
  return 'application/x-www-form-urlencoded';
}

describe('cookies', () => {
  const https = 'https://registry.example/prod';

  it('have the __Host- prefix and Secure over https', () => {
    expect(writeCookie(https, 'session', 'a b', { maxAge: 60 })).toBe(
      '__Host-session=a%20b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(readCookie('session=forged; __Host-session=a%20b', https, 'session')).toBe('a b');
    expect(readCookie('session=forged', https, 'session')).toBeUndefined();
  });

  it('have no prefix over http, where browsers would drop them', () => {
    expect(writeCookie('http://localhost:3000', 'session', 'x', { maxAge: 0 })).toBe(
      'session=x; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(readCookie('session=x', 'http://localhost:3000', 'session')).toBe('x');
    expect(readCookie(undefined, 'http://localhost:3000', 'session')).toBeUndefined();
  });
});

describe('GET /assets/style.css', () => {
  const address = `/assets/style.css?v=${stylesheetHash}`;

  it('is small, cacheable forever, and the one that pages link to', async () => {
    const { status, headers, text } = await visitor(world.baseUrl).open(address);
    expect({ status, headers: ownHeaders(headers), text }).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/css; charset=utf-8',
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
        'x-request-id': pageHeaders['x-request-id'],
        ...securityHeaders,
      },
      text: stylesheet,
    });
    expect(text.length).toBeLessThan(13_000);
    expect((await visitor(world.baseUrl).open(path)).text).toContain(`href="${address}"`);
  });

  it('answers 304 to a browser that has it cached', async () => {
    const { headers } = await fetch(world.baseUrl + address);
    const response = await fetch(world.baseUrl + address, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 304,
      text: '',
    });
  });

  it('has the jurisdiction’s colours and crest, which pages do not repeat', async () => {
    const { branding } = factsOfFile(join(root, 'stages/examples/puerto-lucero.json'));
    const { jurisdiction } = world.deps;
    Object.assign(world.deps, { branding, links: { contact: 'desk@port.example' } });
    const answer = await fetch(world.baseUrl + path, { headers: { 'accept-language': 'es' } });
    const { headers } = answer;
    const text = await answer.text();
    const [, style = ''] = /href="(\/assets\/style.css\?v=[\w-]+)"/.exec(text) ?? [];
    const served = await visitor(world.baseUrl).open(style);
    Object.assign(world.deps, { branding: undefined, links: {} });
    expect(style).not.toBe(address);
    expect(served.text).toBe(`${stylesheet}\n${branding?.css}`);
    expect(headers.get('content-security-policy')).toBe(pageHeaders['content-security-policy']);
    expect(text).toContain('<span class="crest"></span><span>Registro Público de Puerto Lucero<');
    expect(text).toContain(` – ${jurisdiction}</title>`);
    expect(text).toContain('<link rel="icon" href="data:image/svg+xml,%3Csvg');
    expect(text).toContain(
      '<h2>¿Necesita ayuda?</h2><address><a href="mailto:desk@port.example">desk@port.example</a> · Casa del Faro, 12 Quay of the Mail Boats, Puerto Lucero</address>',
    );
    expect((await visitor(world.baseUrl).open(path)).text).toContain(`href="${address}"`);
  });
});

it.each(['/portal/sign-in', '/no-such-page'])(
  '%s says how to get help as far as it is configured, with or without branding',
  async (path) => {
    const shown = async (links: object, language = 'en') => {
      Object.assign(world.deps, { links });
      const answer = await fetch(world.baseUrl + path, {
        headers: { accept: 'text/html', 'accept-language': language },
      });
      const text = await answer.text();
      Object.assign(world.deps, { links: {} });
      return /<footer.*<\/footer>/s.exec(text)?.[0].match(/<h2>.*<\/address>/)?.[0];
    };
    const hours = { en: 'Monday to Friday, 9:00 to 16:00', es: 'Lunes a viernes, 9:00 a 16:00' };
    const contact = 'desk@port.example';
    const phone = '+504 2200-0100';
    const email = `<a href="mailto:${contact}">${contact}</a>`;
    const telephone = `<a href="tel:+50422000100">${phone}</a>`;
    expect(await shown({})).toBeUndefined();
    expect(await shown({ contact })).toBe(`<h2>Need help?</h2><address>${email}</address>`);
    expect(await shown({ contact, phone, hours }, 'es')).toBe(
      `<h2>¿Necesita ayuda?</h2><address>${email} · ${telephone} · ${hours.es}</address>`,
    );
    expect(await shown({ phone, hours: { en: 'Always' } }, 'es')).toBe(
      `<h2>¿Necesita ayuda?</h2><address>${telephone} · Always</address>`,
    );
    expect(await shown({ phone, hours: 'Always' })).toBe(
      `<h2>Need help?</h2><address>${telephone} · Always</address>`,
    );
  },
);
