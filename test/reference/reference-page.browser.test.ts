import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

const pages = [
  '/docs/reference',
  '/docs/reference?api=operators',
  '/docs/reference/registry#POST/api/v1/verify_rpn',
  '/docs/reference/applications',
  '/docs/reference/webhooks',
];

const views = {
  'in light mode': { viewport: { width: 1280, height: 800 } },
  'in dark mode': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  'at 320 px': { viewport: { width: 320, height: 740 } },
  'at 320 px in dark mode': { viewport: { width: 320, height: 740 }, colorScheme: 'dark' },
  'with a sandbox banner': { viewport: { width: 1280, height: 800 } },
} as const;

describe.each(Object.entries(views))('the reference %s', (name, view) => {
  it('has no accessibility violations or horizontal scrolling', async () => {
    Object.assign(world.deps, { isSandbox: name === 'with a sandbox banner' });
    await withPage(browser, { ...view, bypassCSP: true }, async (page) => {
      const { check, found } = walkOver(page, (path) =>
        `reference-${name}-${path}`.replaceAll(/[^a-z0-9]+/gi, '-'),
      );
      for (const path of pages) {
        await page.goto(world.baseUrl + path);
        await check(path);
        if (!path.endsWith('/webhooks')) continue;
        // The list of operations can be closed, and printed pages look different.
        await page.locator('details > summary').first().click();
        await page.emulateMedia({ media: 'print' });
        await check(`${path} closed and printed`);
        await page.emulateMedia({ media: 'screen' });
      }
      expect(found).toEqual([]);
    });
  });
});

it('the reference can be read without JavaScript', async () => {
  await withPage(browser, { javaScriptEnabled: false }, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(`${world.baseUrl}/docs/reference`);
    await page.getByRole('link', { name: 'Verify a resident permit number' }).click();
    await page.getByRole('heading', { name: 'Registry', level: 1 }).waitFor();
    expect(await page.locator(':target').textContent()).toContain('Verify a resident permit');
    expect(complaints).toEqual([]);
  });
});

it('a page of the reference takes two requests, and its example can be copied', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await withPage(browser, { permissions }, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${world.baseUrl}/docs/reference/registry`);
    const block = page.locator('.code').filter({ hasText: '/verify_rpn' }).first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^curl "http.*verify_rpn" \\\n/,
    );
    expect(requests).toHaveLength(2);
    expect(complaints).toEqual([]);
  });
});

it.each([
  ['/docs#tag/registry/POST/api/v1/verify_rpn', '/registry#POST/api/v1/verify_rpn'],
  ['/docs/reference#tag/registry/POST/api/v1/verify_rpn', '/registry#POST/api/v1/verify_rpn'],
  ['/docs/reference#tag/registry', '/registry'],
  ['/docs#tag/operators-people/GET/admin/v1/persons', '/operators-people#GET/admin/v1/persons'],
  [
    '/docs/reference?api=operators#tag/operators-people/GET/admin/v1/persons/{id}',
    '/operators-people#GET/admin/v1/persons/{id}',
  ],
  ['/docs#model/Application', ''],
])('the old address %s leads to its new place', async (from, to) => {
  await withPage(browser, {}, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(world.baseUrl + from);
    const wanted = `${world.baseUrl}/docs/reference${to}`;
    await page.waitForURL(({ href }) => href === wanted);
    const count = to.includes('#') ? 1 : 0;
    expect(await page.locator('h2:target').count()).toBe(count);
    expect(complaints).toEqual([]);
  });
});

it('old addresses work behind the path of a stage', async () => {
  const stage = createServer(async ({ url = '' }, response) => {
    const { status, headers, body } = await fetch(world.baseUrl + url.replace(/^\/prod/, ''));
    const found = url.startsWith('/prod/') ? status : 404;
    const kept = ['content-type', 'content-security-policy'].map((name) => [
      name,
      headers.get(name) ?? '',
    ]);
    response.writeHead(found, Object.fromEntries(kept));
    for await (const chunk of body ?? []) response.write(chunk);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(stage, 'listening');
  // The address of a server that listens on a port has this type.
  const { port } = stage.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  await withPage(browser, {}, async (page) => {
    await page.goto(`${origin}/prod/docs/reference#tag/registry/POST/api/v1/verify_rpn`);
    await page.waitForURL(`${origin}/prod/docs/reference/registry#POST/api/v1/verify_rpn`);
    expect(await page.locator('h2:target').count()).toBe(1);
  });
  stage.close();
});
