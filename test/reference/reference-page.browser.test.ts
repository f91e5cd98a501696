import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
it('the reference page opens without policy violations or requests to other hosts', async () => {
  const page = await browser.newPage();
  const complaints = complaintsOf(page, world.baseUrl);
  await page.goto(`${world.baseUrl}/docs/reference#tag/registry/POST/api/v1/verify_rpn`);
  await page.getByText('Verify a resident permit number').first().waitFor();
  expect(complaints).toEqual([]);
});

it('the operator reference page opens from an old link', async () => {
  const page = await browser.newPage();
  const complaints = complaintsOf(page, world.baseUrl);
  await page.goto(`${world.baseUrl}/docs#tag/operators-people/GET/admin/v1/persons`);
  await page.waitForURL(
    `${world.baseUrl}/docs/reference?api=operators#tag/operators-people/GET/admin/v1/persons`,
  );
  await page.getByText('List people, or find them by address, number or name').first().waitFor();
  expect(complaints).toEqual([]);
});

it('the reference page works behind the path of a stage', async () => {
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
  const page = await browser.newPage();
  const complaints = complaintsOf(page, `http://127.0.0.1:${port}`);
  await page.goto(
    `http://127.0.0.1:${port}/prod/docs/reference#tag/registry/POST/api/v1/verify_rpn`,
  );
  await page.getByText('Verify a resident permit number').first().waitFor();
  await page.close();
  stage.close();
  expect(complaints).toEqual([]);
});
