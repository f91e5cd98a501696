import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Walk, walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aPdf } from '../support/files.ts';
import {
  aLostMailbox,
  caseOf,
  decideOnMailbox,
  mailboxLinkTo,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const support = await aStaffMember(world, ['support']);
const reviewer = await aStaffMember(world, ['reviewer']);
const senior = await aStaffMember(world, ['senior_reviewer']);
beforeEach(async () => {
  // Sign-ins are limited per hour.
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  await signedIn(world, support.email, support.browser);
});

const scriptless = { javaScriptEnabled: false } as const;
const casePath = (id: string) => `${world.baseUrl}/portal/mailboxes/${id}`;
const statusOf = async (id: string) => (await caseOf(world, id))['status'];
const file = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) };

/** Signs in and opens a page of the portal. */
const as = (
  email: string,
  path: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = scriptless,
  expected: readonly string[] = [],
) =>
  withPage(browser, options, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(path.startsWith('http') ? path : world.baseUrl + path);
    await signInHere(page, world, email);
    await use(page);
    expect(complaints).toEqual(expected);
  });

/** Opens every evidence file on the page, which is required before an approval. */
async function openEvidenceOn(page: Page): Promise<void> {
  for (const link of await page.locator('a[href*="/evidence/"]').all()) {
    const href = (await link.getAttribute('href')) ?? '';
    await page.request.get(new URL(href, page.url()).href, { maxRedirects: 0 });
  }
  await page.reload();
}

/** Opens a link of an email in a new browser. */
const withLink = async (
  email: string,
  what: 'stop' | 'confirm',
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = scriptless,
) => {
  const link = await mailboxLinkTo(world, email, what);
  await withPage(browser, options, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(world.baseUrl + link);
    await use(page);
    expect(complaints).toEqual([]);
  });
};

/** Checks pages as different people see them. */
function looks(colorScheme: 'light' | 'dark', width: number) {
  const walks: Walk[] = [];
  const view = (page: Page) => {
    const walk = walkOver(page, (part) => `mailbox-${part}-${colorScheme}`);
    walks.push(walk);
    return walk.check;
  };
  const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
  return { look: view, options, found: () => walks.flatMap(({ found }) => found) };
}

const views = [
  ['light', 1280],
  ['dark', 320],
] as const;

describe('a lost mailbox in Chromium', () => {
  it('can be handled from the call to the 72 hours without JavaScript', async () => {
    const ada = await aResident(world);
    const mail = `found-${ada.id}@lost.example`;
    let id = '';
    await as(support.email, `/portal/reviews/people/${ada.id}`, async (page) => {
      await page.getByRole('link', { name: 'Open a lost mailbox case' }).click();
      await heading(page, 'Open a lost mailbox case');
      await page.getByLabel('New address', { exact: true }).fill(mail);
      await page.getByLabel('Repeat the new address').fill(mail);
      await page.getByRole('button', { name: 'Suspend the account and open the case' }).click();
      await heading(page, 'Test Resident');
      id = page.url().split('/').at(-1) ?? '';
      await page.getByText('Not yet. The case can’t be approved until then.').waitFor();
      await page.getByLabel('Type of evidence').selectOption('video_call');
      await page.getByLabel('File', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Add evidence' }).click();
      await page.getByText('1: Video call recording').waitFor();
      await page.getByRole('button', { name: 'Resend the link' }).click();
      await heading(page, 'Test Resident');
    });
    await as(reviewer.email, casePath(id), async (page) => {
      await page.getByText('You can’t approve this case now.').waitFor();
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    });
    await withLink(mail, 'confirm', async (page) => {
      await heading(page, 'Is this your new address?');
      await page.getByRole('button', { name: 'Confirm this address' }).click();
      await page.getByRole('heading', { name: 'This address is confirmed' }).waitFor();
    });
    await as(reviewer.email, '/portal/mailboxes', async (page) => {
      await page.getByRole('link', { name: ada.email }).click();
      await page.getByText('with the link we emailed there').waitFor();
      await openEvidenceOn(page);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Waiting for the second approval').waitFor();
    });
    await as(senior.email, casePath(id), async (page) => {
      await heading(page, 'Test Resident');
      await openEvidenceOn(page);
      await page.getByText('The address changes in 72 hours, unless someone stops it.').waitFor();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Approved, 72-hour wait').waitFor();
    });
    expect(await statusOf(id)).toBe('waiting');
    await withLink(ada.email, 'stop', async (page) => {
      await page.getByText('The address changes on').waitFor();
      await page.getByRole('button', { name: 'Stop the request' }).click();
      await page.getByRole('heading', { name: 'Request stopped' }).waitFor();
    });
    expect(await statusOf(id)).toBe('stopped');
  });

  it('can be confirmed, approved and stopped with the keyboard alone', async () => {
    const ada = await aResident(world);
    const id = await aLostMailbox(world, ada.id);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    const press = async (page: Page, name: string) => {
      await tabTo(page, name);
      await page.keyboard.press('Enter');
    };
    await withLink(
      `new-${ada.id}@lost.example`,
      'confirm',
      async (page) => {
        await press(page, 'Confirm this address');
        await page.getByRole('heading', { name: 'This address is confirmed' }).waitFor();
      },
      {},
    );
    await as(
      reviewer.email,
      casePath(id),
      async (page) => {
        await heading(page, 'Test Resident');
        await openEvidenceOn(page);
        await press(page, 'Approve');
        await page.getByText('Waiting for the second approval').waitFor();
      },
      {},
    );
    await withLink(
      ada.email,
      'stop',
      async (page) => {
        await press(page, 'Stop the request');
        await page.getByRole('heading', { name: 'Request stopped' }).waitFor();
      },
      {},
    );
    expect(await statusOf(id)).toBe('stopped');
  });

  it.each(views)(
    'has staff pages without accessibility violations, %s at %i pixels',
    async (...view) => {
      const { look, options, found } = looks(...view);
      const ada = await aResident(world);
      const before = await aLostMailbox(world, ada.id, `${'a'.repeat(60)}@lost.example`);
      await decideOnMailbox(support.browser, before, { decision: 'withdraw' });
      let id = '';
      await as(
        support.email,
        `/portal/mailboxes/new?person=${ada.id}`,
        async (page) => {
          const now = look(page);
          await heading(page, 'Open a lost mailbox case');
          await now('new');
          await page.getByRole('button', { name: 'Suspend the account and open the case' }).click();
          await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
          await now('new-wrong');
          id = await aLostMailbox(world, ada.id, `${'b'.repeat(60)}@lost.example`);
          expect(await sendEvidence(world, support.browser, id)).toBe(303);
          await page.goto(casePath(id));
          await page.getByText('Other cases about this account').waitFor();
          await now('support');
        },
        options,
        ['Failed to load resource: the server responded with a status of 400 (Bad Request)'],
      );
      await proveNewAddress(world, id);
      await as(
        reviewer.email,
        casePath(id),
        async (page) => {
          const now = look(page);
          await openEvidenceOn(page);
          await page.getByRole('button', { name: 'Approve' }).waitFor();
          await now('approve');
          await page.getByRole('link', { name: 'Open cases' }).click();
          await heading(page, 'Lost mailboxes');
          await now('list');
        },
        options,
      );
      expect(found()).toEqual([]);
    },
  );

  it.each(views)(
    'has owner pages without accessibility violations, %s at %i pixels',
    async (...view) => {
      const { look, options, found } = looks(...view);
      const ada = await aResident(world);
      const id = await aLostMailbox(world, ada.id);
      await withLink(
        `new-${ada.id}@lost.example`,
        'confirm',
        async (page) => {
          const now = look(page);
          await now('prove');
          await page.goto(`${world.baseUrl}/language?to=es&next=${new URL(page.url()).pathname}`);
          await page.getByRole('button', { name: 'Confirmar esta dirección' }).waitFor();
          await now('prove-es');
          await page.getByRole('button', { name: 'Confirmar esta dirección' }).click();
          await page.getByRole('heading', { name: 'Esta dirección está confirmada' }).waitFor();
          await now('proven-es');
        },
        options,
      );
      await as(
        ada.email,
        '/portal/mailboxes/mine',
        async (page) => {
          await heading(page, 'Request to change your email address');
          await look(page)('own');
        },
        options,
      );
      await withLink(
        ada.email,
        'stop',
        async (page) => {
          const now = look(page);
          await now('stop');
          await page.getByRole('button', { name: 'Stop the request' }).click();
          await page.getByRole('heading', { name: 'Request stopped' }).waitFor();
          await now('stopped');
        },
        options,
      );
      expect(found()).toEqual([]);
      expect(await statusOf(id)).toBe('stopped');
    },
  );

  it('refuses an approval on a page that was opened before the case was stopped', async () => {
    const ada = await aResident(world);
    const id = await aLostMailbox(world, ada.id);
    expect(await sendEvidence(world, support.browser, id)).toBe(303);
    await proveNewAddress(world, id);
    await withPage(browser, scriptless, async (page) => {
      await page.goto(casePath(id));
      await signInHere(page, world, reviewer.email);
      await heading(page, 'Test Resident');
      await openEvidenceOn(page);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await withLink(ada.email, 'stop', async (theirs) => {
        await theirs.getByRole('button', { name: 'Stop the request' }).click();
        await theirs.getByRole('heading', { name: 'Request stopped' }).waitFor();
      });
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The case has ended.').waitFor();
      await page.getByText('Stopped from the old mailbox').waitFor();
    });
    expect(await statusOf(id)).toBe('stopped');
  });
});
