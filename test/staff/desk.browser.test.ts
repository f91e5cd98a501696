import { beforeEach, describe, expect, it } from 'vitest';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const applicant = await anApplicant(world);
beforeEach(() => {
  world.clock.now += 3_600_000;
});

describe('support and auditors in Chromium', () => {
  it.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'have pages without accessibility violations, %s at %i pixels',
    async (colorScheme, width) => {
      const support = await aStaffMember(world, ['support']);
      const auditor = await aStaffMember(world, ['auditor']);
      const { name } = await aSubmission(world, applicant);
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
      await withPage(browser, options, async (page) => {
        const complaints = complaintsOf(page, world.baseUrl);
        const walk = walkOver(page, (part) => `desk-${part}-${colorScheme}`);
        await page.goto(`${world.baseUrl}/portal/reviews/people`);
        await signInHere(page, world, support.email);
        await heading(page, 'People');
        await page.getByLabel('Find a person', { exact: true }).last().fill(applicant.email);
        await page.getByRole('button', { name: 'Find' }).click();
        await walk.check('found');
        await page.locator('main dl a').first().click();
        await page.getByRole('heading', { name: 'Emails' }).waitFor();
        await walk.check('contact');
        await page
          .getByRole('button', { name: `Copy of the signed agreement: ${name} LLC` })
          .click();
        await page.getByText('Email sent').waitFor();
        await walk.check('sent');
        expect(walk.found).toEqual([]);
        expect(complaints).toEqual([]);
      });
      await withPage(browser, options, async (page) => {
        const walk = walkOver(page, (part) => `trail-${part}-${colorScheme}`);
        await page.goto(`${world.baseUrl}/portal`);
        await signInHere(page, world, auditor.email);
        await page.getByRole('link', { name: 'Audit trail' }).click();
        await heading(page, 'Audit trail');
        await walk.check('all');
        await page.getByLabel('Action', { exact: true }).fill('mail.resent');
        await page.getByRole('button', { name: 'Show' }).click();
        await page.getByRole('rowheader').first().waitFor();
        await page.getByRole('cell', { name: 'mail.resent' }).first().waitFor();
        await walk.check('one');
        expect(walk.found).toEqual([]);
      });
    },
  );
});
