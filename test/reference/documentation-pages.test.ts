import { describe, expect, it } from 'vitest';
import { guideFiles } from '../../bin/guides/order.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

const get = async (path: string) => {
  const response = await fetch(world.baseUrl + path);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('the documentation', () => {
  it('begins at /docs, with the way to each page in order, and no script but the one for old places', async () => {
    const { status, text, headers } = await get('/docs');
    const links = Array.from(text.matchAll(/<li><a href="\/docs\/([\w-]+)">/g), ([, slug]) => slug);
    expect([status, links]).toEqual([200, [...guideFiles.map(({ slug }) => slug), 'reference']]);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/old-places.js" defer>']);
    const script = await get('/docs/old-places.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(script.text).toContain("location.replace('docs/reference' + location.hash)");
  });

  it.each(guideFiles)('shows $slug, without a script', async ({ slug }) => {
    const { status, text, headers } = await get(`/docs/${slug}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(text).not.toContain('<script');
    expect(text).toContain('<html lang="en">');
  });

  it('leads from page to page', async () => {
    const ways = async (slug: string) => {
      const { text } = await get(`/docs/${slug}`);
      const [, nav = ''] = /<nav class="around"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
      return Array.from(nav.matchAll(/href="\/docs\/([\w-]+)"/g), ([, each]) => each);
    };
    expect(await ways('start')).toEqual(['concepts']);
    expect(await ways('amendments')).toEqual(['incorporate-an-llc', 'certificates']);
    expect(await ways('status-and-support')).toEqual(['changelog']);
  });

  it('is searched by a form', async () => {
    const { status, text } = await get('/docs/search?q=rate+limits');
    expect(status).toBe(200);
    expect(text).toContain('<a href="/docs/rate-limits">Rate limits</a>');
    expect(text).toContain('value="rate limits"');
    const odd = await get(`/docs/search?q=${encodeURIComponent('"><script>')}${'x'.repeat(5000)}`);
    expect(odd.status).toBe(200);
    expect(odd.text).not.toContain('<script>');
    expect(odd.text).toContain('Nothing was found.');
  });

  it('has a page for what is not there', async () => {
    const { status, text } = await get('/docs/no-such-page');
    expect(status).toBe(404);
    expect(text).toContain('<h1>Page not found</h1>');
  });
});
