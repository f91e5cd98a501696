import { expect, it } from 'vitest';
import { aFiler, aSignedFiling, freshName } from '../support/amendments.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { clippedIn } from '../support/browser/clipped.ts';
import { signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aPreAcceptingAgent } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { webhooksPath } from '../support/webhooks.ts';
import type { World } from '../support/world.ts';

const world = await useWorld();
const browser = await useChromium();

/** Every page that a resident can open without an id. */
const places = [
  ...['applications', 'legal-entities', 'invoices', 'activity', 'my-data', 'proofs'],
  ...['connections', 'passkeys', 'browsers', 'developer', 'developer/webhooks'],
  ...['applications/new', 'developer/webhooks/new', 'no-such-page'],
];

/** A resident for whom each of these pages has something to show. */
async function somebodyBusy(of: World) {
  const filer = await aFiler(of, { taxState: 'overdue' });
  await aDraft(of, await aPreAcceptingAgent(of, filer));
  await aSignedFiling(of, filer, { name: freshName() });
  const request = await aRequest(of, filer.entityId, filer.standardKey, {
    contest: { statement: 'Paid.', proofUrl: null },
  }).catch(() => null);
  if (request !== null) await payRequest(of, request, filer.standardKey);
  await of.call('POST', webhooksPath, {
    key: filer.standardKey,
    body: { url: 'http://127.0.0.1:9/hook' },
  });
  return { email: filer.email, own: [`legal-entities/${filer.entityId}`] };
}

const people = {
  empty: async () => ({ email: (await aResident(world)).email, own: [] }),
  filled: () => somebodyBusy(world),
};

it.each([
  ['empty', 'light', 1280],
  ['empty', 'dark', 320],
  ['filled', 'light', 1280],
  ['filled', 'dark', 320],
] as const)(
  'every portal page, %s, %s at %i px, has no accessibility violations and cuts nothing off',
  async (state, colorScheme, width) => {
    const { email, own } = await people[state]();
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 700 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `state-${state}-${name}-${colorScheme}`);
      const clipped: unknown[] = [];
      await page.goto(`${world.baseUrl}/portal`);
      await signInHere(page, world, email);
      await page.getByRole('heading', { name: 'Test Resident' }).first().waitFor();
      await check('home');
      for (const path of [...places, ...own]) {
        await page.goto(`${world.baseUrl}/portal/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check(path.replaceAll('/', '-').slice(0, 30));
        clipped.push(...(await clippedIn(page)));
      }
      expect({ found, clipped }).toEqual({ found: [], clipped: [] });
    });
  },
  240_000,
);
