import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPasskeys } from '../../shared/sign-in/db/passkeys.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { choose, decide, heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aStaffMember } from '../support/staff.ts';
import { passkeyCodeOf } from '../support/staff-passkeys.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const applicant = await anApplicant(world);
beforeAll(() => void Object.assign(world.deps, { staffPasskeys: 'required' }));
beforeEach(() => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
});

/** Returns the URL of a pending case, and a function that reads its review. */
async function aCase() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  return { url: `${world.baseUrl}/portal/reviews/${id}`, read: () => reviewOf(world, subjectId) };
}

/** Enters the code and adds a passkey with the browser's authenticator. */
async function register(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill('key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('heading', { name: 'key', level: 2, exact: true }).waitFor();
  world.clock.now += 1_000;
}

/** The next case says what became of the one before. */
const decided = (page: Page) =>
  page.getByRole('heading', { name: /^(?:Approved|Rejected): / }).waitFor();

describe('a reviewer in Chromium who needs a passkey', () => {
  it('can add a passkey with the operator’s code and decide with it', async () => {
    const { id, email } = await aStaffMember(world, ['reviewer']);
    const { url, read } = await aCase();
    await withPage(browser, {}, async (page, context) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(`${world.baseUrl}/portal/passkeys/new`);
      await signInHere(page, world, email);
      await heading(page, 'Enter the operator’s code');
      await page.getByLabel('Code', { exact: true }).fill('AAAA-AAAA-AAAA');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The code is wrong, was already used').waitFor();
      await withAuthenticator(context, page, { transport: 'usb' });
      const code = await passkeyCodeOf(world, id);
      await register(page, code);
      expect(await listPasskeys(world.table, id)).toMatchObject([{ trustedBy: 'code' }]);
      // The code works once.
      await page.goto(`${world.baseUrl}/portal/passkeys/new`);
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The code is wrong, was already used').waitFor();

      await page.goto(url);
      await choose(page, 'Reject');
      await page.getByLabel('Reason', { exact: true }).fill('Said “twice”, & in <b>.');
      await decide(page, 'Reject');
      await heading(page, 'Confirm with your passkey');
      expect(await read()).toMatchObject({ status: 'pending' });
      await page.getByRole('button', { name: 'Confirm with your passkey' }).click();
      await decided(page);
      expect(await read()).toMatchObject({
        status: 'rejected',
        reason: 'Said “twice”, & in <b>.',
        decidedBy: id,
      });
      // The next decision within 15 minutes succeeds. A later one requires the passkey again.
      const [second, third] = [await aCase(), await aCase()];
      await page.goto(second.url);
      await decide(page, 'Approve');
      await decided(page);
      expect(await second.read()).toMatchObject({ decidedBy: id });
      world.clock.now += 900_001;
      await page.goto(third.url);
      await choose(page, 'Reject');
      await page.getByLabel('Reason', { exact: true }).fill('Kept “as it is”.');
      await decide(page, 'Reject');
      await heading(page, 'Confirm with your passkey');
      await page.getByRole('button', { name: 'Back to the case' }).click();
      await heading(page, 'Application for a legal entity');
      const kept = await page.getByLabel('Reason', { exact: true }).inputValue();
      expect(kept).toBe('Kept “as it is”.');
      expect(await third.read()).toMatchObject({ status: 'pending' });
      const refused =
        'Failed to load resource: the server responded with a status of 400 (Bad Request)';
      expect(complaints).toEqual([refused, refused]);
    });
  });

  it('sees what to do without a passkey, and keeps the entered text', async () => {
    const { email } = await aStaffMember(world, ['reviewer']);
    const { url, read } = await aCase();
    await withPage(browser, {}, async (page) => {
      await page.goto(url);
      await signInHere(page, world, email);
      await choose(page, 'Reject');
      await page.getByLabel('Reason', { exact: true }).fill('The address is incomplete.');
      await decide(page, 'Reject');
      await page.getByText('You need a passkey that is approved for decisions').waitFor();
      await page.getByRole('button', { name: 'Back to the case' }).click();
      expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe(
        'The address is incomplete.',
      );
      expect(await read()).toMatchObject({ status: 'pending' });
    });
  });

  it('can decide from a second open tab with the keyboard alone', async () => {
    const { id, email } = await aStaffMember(world, ['reviewer']);
    const [first, second] = [await aCase(), await aCase()];
    await withPage(browser, {}, async (page, context) => {
      await page.goto(`${world.baseUrl}/portal/passkeys/new`);
      await signInHere(page, world, email);
      await withAuthenticator(context, page, { transport: 'usb' });
      await register(page, await passkeyCodeOf(world, id));
      await page.goto(first.url);
      const tab = await context.newPage();
      await tab.goto(second.url);
      await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Yes, approve' }).press('Enter');
      await heading(page, 'Confirm with your passkey');
      await page.getByRole('button', { name: 'Confirm with your passkey' }).press('Enter');
      await decided(page);
      await tab.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
      await tab.getByRole('button', { name: 'Yes, approve' }).press('Enter');
      await decided(tab);
      for (const { read } of [first, second]) expect(await read()).toMatchObject({ decidedBy: id });
    });
  });

  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'has pages without accessibility violations, %s at %i pixels',
    async (colorScheme, width) => {
      const { id, email } = await aStaffMember(world, ['reviewer']);
      const { url } = await aCase();
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
      await withPage(browser, options, async (page, context) => {
        const walk = walkOver(page, (name) => `staff-passkeys-${name}-${colorScheme}`);
        await page.goto(`${world.baseUrl}/portal/passkeys/new`);
        await signInHere(page, world, email);
        await heading(page, 'Enter the operator’s code');
        await walk.check('code');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('The code is wrong').waitFor();
        await walk.check('wrong-code');
        await withAuthenticator(context, page, { transport: 'usb' });
        await page.goto(url);
        await decide(page, 'Approve');
        await page.getByText('You need a passkey that is approved for decisions').waitFor();
        await walk.check('no-passkey');
        await page.goto(`${world.baseUrl}/portal/passkeys/new`);
        await register(page, await passkeyCodeOf(world, id));
        await page.goto(url);
        await decide(page, 'Approve');
        await heading(page, 'Confirm with your passkey');
        await walk.check('confirm');
        expect(walk.found).toEqual([]);
      });
    },
  );
});
