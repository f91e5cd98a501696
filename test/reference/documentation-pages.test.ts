import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideFiles } from '../../bin/guides/order.ts';
import { documentationFile } from '../../bin/guides.ts';
import type { SiteLinks } from '../../shared/kernel/pages/page-context.ts';
import type { Documentation } from '../../shared/reference/domain/search-documentation.ts';
import { securityText } from '../../shared/service/pages/security-contact.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { operations }: Documentation = JSON.parse(readFileSync(documentationFile, 'utf8'));
const referenceGroups = [...new Set(operations.map(({ place }) => `/${place.replace(/#.*/, '')}`))];

const get = async (path: string) => {
  const response = await fetch(world.baseUrl + path);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('the documentation', () => {
  it('starts at /docs with links to all pages in order, and only the script for old links', async () => {
    const { status, text, headers } = await get('/docs');
    const links = Array.from(text.matchAll(/<li><a href="\/docs\/([\w-]+)">/g), ([, slug]) => slug);
    expect([status, links]).toEqual([200, [...guideFiles.map(({ slug }) => slug), 'reference']]);
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it.each(guideFiles)(
    'shows $slug with the script that copies programs and no other',
    async ({ slug }) => {
      const { status, text, headers } = await get(`/docs/${slug}`);
      expect(status).toBe(200);
      const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`);
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).toContain('<html lang="en">');
    },
  );

  it('links each page to the previous and next one', async () => {
    const ways = async (slug: string) => {
      const { text } = await get(`/docs/${slug}`);
      const [, nav = ''] = /<nav class="around"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
      return Array.from(nav.matchAll(/href="\/docs\/([\w-]+)"/g), ([, each]) => each);
    };
    expect(await ways('start')).toEqual(['concepts']);
    expect(await ways('amendments')).toEqual(['incorporate-an-llc', 'certificates']);
    expect(await ways('status-and-support')).toEqual(['changelog']);
  });

  it('has a canonical URL, a description and caching with an ETag on each page', async () => {
    const { text, headers } = await get('/docs/certificates');
    const { baseUrl } = world;
    expect(text).toContain(`<link rel="canonical" href="${baseUrl}/docs/certificates">`);
    expect(text).toContain(
      `<link rel="alternate" type="text/markdown" href="${baseUrl}/docs/certificates.md">`,
    );
    expect(text).toMatch(/<meta name="description" content="[^"]{20,200}">/);
    expect(text).not.toContain('noindex');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const again = await fetch(`${baseUrl}/docs/certificates`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect((await get('/docs/search?q=rate')).text).toContain('noindex');
    expect((await get('/help')).text).toContain('noindex');
  });

  it('is available as Markdown: as single pages, as one file and as a list', async () => {
    const { baseUrl } = world;
    const page = await get('/docs/amendments.md');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(page.text).toMatch(/^# /);
    expect(page.text).toContain(`](${baseUrl}/docs/events-and-webhooks.md)`);
    const list = await get('/llms.txt');
    expect(list.text).toContain('Send a key as `Authorization: Bearer <key>`.');
    expect(list.text).not.toContain('curl');
    const links = Array.from(list.text.matchAll(/\]\((\S+?)\): \S/g), ([, link = '']) => link);
    expect(links).toEqual([
      ...guideFiles.map(({ slug }) => `${baseUrl}/docs/${slug}.md`),
      `${baseUrl}/api/v1/openapi.json`,
      `${baseUrl}/llms-full.txt`,
    ]);
    const all = await get('/llms-full.txt');
    expect(all.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const named = new Set<string>();
    for (const { slug } of guideFiles) {
      const { status, text } = await get(`/docs/${slug}.md`);
      expect(status).toBe(200);
      expect(all.text).toContain(text);
      for (const [, link = ''] of text.matchAll(/\]\((http[^)#]+)/g)) named.add(link);
    }
    const own = [...named].filter((link) => link.startsWith(baseUrl));
    for (const link of own) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    expect((await get('/docs/no-such-page.md')).status).toBe(404);
  });

  it('has robots.txt, a sitemap and security.txt', async () => {
    const { baseUrl } = world;
    const robots = await get('/robots.txt');
    expect(robots.text).toContain('\nDisallow: /portal\n');
    expect(robots.text).toContain(`\nSitemap: ${baseUrl}/sitemap.xml\n`);
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(Array.from(sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g), ([, loc]) => loc)).toEqual(
      ['', '/reference', ...referenceGroups, ...guideFiles.map(({ slug }) => `/${slug}`)].map(
        (place) => `${baseUrl}/docs${place}`,
      ),
    );
    const security = await get('/.well-known/security.txt');
    expect(security.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [, expires = ''] = /^Expires: (.+)$/m.exec(security.text) ?? [];
    expect(security.text).toBe(
      `Contact: ${baseUrl}/help\nExpires: ${expires}\nPreferred-Languages: en, es\nCanonical: ${baseUrl}/.well-known/security.txt\n`,
    );
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(330);
    expect(days).toBeLessThanOrEqual(366);
  });

  it('shows the security contact of the deployment, or else its general contact', () => {
    const site = { jurisdiction: 'Test', baseUrl: 'https://registry.example' };
    const contactOf = (links: SiteLinks) =>
      /^Contact: (.+)$/m.exec(securityText({ ...site, links }, ''))?.[1];
    const contact = 'help@registry.example';
    expect([
      contactOf({ contact, security: 'https://registry.example/report' }),
      contactOf({ contact, help: 'https://help.example' }),
      contactOf({ help: 'https://help.example' }),
    ]).toEqual([
      'https://registry.example/report',
      'mailto:help@registry.example',
      'https://help.example',
    ]);
  });

  it('can be searched with a form', async () => {
    const { status, text } = await get('/docs/search?q=rate+limits');
    expect(status).toBe(200);
    expect(text).toContain('<a href="/docs/rate-limits">Rate limits</a>');
    expect(text).toContain('value="rate limits"');
    const odd = await get(`/docs/search?q=${encodeURIComponent('"><script>')}${'x'.repeat(5000)}`);
    expect(odd.status).toBe(200);
    expect(odd.text).not.toContain('<script>');
    expect(odd.text).toContain('Nothing was found.');
  });

  it('shows a 404 page for an unknown page', async () => {
    const { status, text } = await get('/docs/no-such-page');
    expect(status).toBe(404);
    expect(text).toContain('<h1>Page not found</h1>');
  });
});
