import { expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

/** A page that exists in both languages: an unknown text is not found. */
const missing = `/agreements/texts/${'0'.repeat(64)}`;

async function languageOf(headers: Readonly<Record<string, string>>) {
  const text = await (await fetch(world.baseUrl + missing, { headers })).text();
  return /<html lang="(\w+)">/.exec(text)?.[1];
}

function choose(query: string, method = 'GET') {
  return fetch(`${world.baseUrl}/language?${query}`, { redirect: 'manual', method });
}

it.each([
  ['es-HN,es;q=0.9,en;q=0.8', 'es'],
  ['en-GB,en;q=0.9,es;q=0.8', 'en'],
  ['fr, de;q=0.5', 'en'],
  ['es;q=0', 'en'],
  ['de, es-419;q=0.2', 'es'],
  ['*', 'en'],
  [';;;,,,q=x', 'en'],
])('a browser that accepts %s gets pages in %s', async (accepted, locale) => {
  expect(await languageOf({ 'accept-language': accepted })).toBe(locale);
});

it('the language chosen in the browser takes precedence over Accept-Language', async () => {
  const chosen = { cookie: 'registry_language=es', 'accept-language': 'en' };
  const unknown = { cookie: 'registry_language=xx', 'accept-language': 'es' };
  expect([await languageOf(chosen), await languageOf(unknown)]).toEqual(['es', 'es']);
});

it('a chosen language is stored for a year, and the browser returns to the page', async () => {
  const next = '/certificates/CODE?a=1';
  const { status, headers } = await choose(String(new URLSearchParams({ to: 'es', next })));
  expect({ status, to: headers.get('location'), cookies: headers.getSetCookie() }).toEqual({
    status: 303,
    to: next,
    cookies: ['registry_language=es; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'],
  });
});

it.each([
  ['to=es&next=https://elsewhere.example', 'another origin'],
  ['to=es&next=//elsewhere.example', 'another host'],
  ['to=es', 'an empty address'],
])('a choice with %s redirects to the portal instead of %s', async (query) => {
  expect((await choose(query)).headers.get('location')).toBe('/portal');
});

it.each([
  ['an unknown language', 'to=xx&next=/portal', 'GET'],
  ['no language', 'next=/portal', 'GET'],
  ['HEAD', 'to=es&next=/portal', 'HEAD'],
])('%s stores no language', async (_, query, method) => {
  const { status, headers } = await choose(query, method);
  expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 303, cookies: [] });
});
