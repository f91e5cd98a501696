import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeTaxProof, taxProofUrl } from '../../shared/certificates/usecases/tax-proof.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aResidencySubmission } from '../support/applicants.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { choose, decide, heading, signInHere, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aPdf, aPng } from '../support/files.ts';
import { aHolder } from '../support/holders.ts';
import { anAnswer, answerBy, ask, aWaitingCase } from '../support/questions.ts';
import { aResident } from '../support/registry.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
await aReviewer(world);
beforeEach(() => {
  // Sign-ins are limited per hour.
  world.clock.now += 3_600_000;
});

/** Returns the id of the pending review of the subject. */
async function reviewIdOf(subjectId: string): Promise<string> {
  await world.settle();
  return (await reviewOf(world, subjectId)).id;
}

async function openList(page: Page): Promise<void> {
  await page.goto(`${world.baseUrl}/portal/reviews`);
  await signInHere(page, world, reviewerEmail);
  await heading(page, 'Reviews');
}

const statusOf = async (id: string) => operatorOf(world).data('GET', `/reviews/${id}`);

describe('the reviews in the portal', () => {
  it('open from the emailed link and can be decided without JavaScript', async () => {
    const { id: subjectId, name } = await aSubmission(world, await anApplicant(world));
    const id = await reviewIdOf(subjectId);
    const { text = '' } = world.mails.findLast((mail) => mail.text.includes(id)) ?? {};
    const link = /http\S+\/portal\/reviews\/\S+/.exec(text)?.[0] ?? '';
    await withPage(browser, { javaScriptEnabled: false }, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await page.goto(link);
      await signInHere(page, world, reviewerEmail);
      await heading(page, 'Application for a legal entity');
      expect(await page.locator('main dl').first().textContent()).toContain(`${name} LLC`);
      // The print version has the content, without form fields, navigation and buttons.
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('main dl').first().isVisible()).toBe(true);
      expect(await page.locator('.account a, .button').count()).toBeGreaterThan(5);
      expect(await page.locator('.account a, .button').filter({ visible: true }).count()).toBe(0);
      expect(await page.getByLabel('Reason', { exact: true }).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      await choose(page, 'Reject');
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
      expect(await page.title()).toMatch(/^Error: /);
      await page.getByRole('link', { name: 'Enter the reason for the rejection' }).click();
      await page.getByLabel('Reason', { exact: true }).fill('The address is incomplete.');
      await page.getByLabel('Note for other reviewers').fill('Seen before.');
      await page.getByRole('button', { name: 'Reject' }).click();
      // Nothing is decided before the confirmation, and the entered text is kept.
      await page.getByRole('heading', { name: 'Reject this case?' }).waitFor();
      expect(await page.locator('.decide dl').textContent()).toContain(
        'The address is incomplete.',
      );
      expect(await statusOf(id)).toMatchObject({ status: 'pending' });
      await page.getByRole('button', { name: 'Go back' }).click();
      expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe(
        'The address is incomplete.',
      );
      expect(await page.getByLabel('Note for other reviewers').inputValue()).toBe('Seen before.');
      await decide(page, 'Reject');
      await page.getByRole('heading', { name: `Rejected: ${name} LLC` }).waitFor();
      expect(complaints).toEqual([
        'Failed to load resource: the server responded with a status of 400 (Bad Request)',
      ]);
    });
    expect(await statusOf(id)).toMatchObject({
      status: 'rejected',
      reason: 'The address is incomplete.',
      notes: [{ text: 'Seen before.' }],
    });
  });

  it('can be decided with the keyboard alone', async () => {
    const { id: subjectId, name } = await aSubmission(world, await anApplicant(world));
    const id = await reviewIdOf(subjectId);
    await withPage(browser, {}, async (page) => {
      await openList(page);
      await tabTo(page, `${name} LLC`);
      await page.keyboard.press('Enter');
      await heading(page, 'Application for a legal entity');
      // The choice is open. Its button is next.
      await tabTo(page, 'Approve');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      // The focus is on the question. Its button is next.
      await page.getByRole('heading', { name: 'Approve this case?' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Approved: ${name} LLC` }).waitFor();
    });
    expect(await statusOf(id)).toMatchObject({ status: 'approved' });
  });

  it('have single-key shortcuts, which do nothing in fields and can be turned off', async () => {
    const { id: subjectId, name } = await aSubmission(world, await anApplicant(world));
    const id = await reviewIdOf(subjectId);
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await openList(page);
      const focused = () =>
        page.evaluate<string>('(on => on.id || on.textContent.trim())(document.activeElement)');
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await press('/', 'a', 'j');
      expect(await page.locator('#q').inputValue()).toBe('aj');
      await page.locator('h1').click();
      await press('j');
      const [first] = await page.locator('tbody a').allTextContents();
      expect(await focused()).toBe(first);
      await press('x');
      expect(await page.getByRole('checkbox', { name: `Select ${first}` }).isChecked()).toBe(true);
      await press('m');
      await page.getByRole('heading', { name: '1 case assigned to you' }).waitFor();
      await page.goto(`${world.baseUrl}/portal/reviews/${id}`);
      await press('n', 'r');
      expect(await page.getByLabel('Note for other reviewers').inputValue()).toBe('r');
      await page.locator('h1').click();
      await press('r');
      expect(await focused()).toBe('reason');
      await press('a');
      expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('a');
      await page.locator('h1').click();
      await page.locator('#shortcuts summary').click();
      await page.getByLabel('Use keyboard shortcuts').uncheck();
      await page.reload();
      await page.locator('h1').click();
      await press('l');
      await page.locator('#shortcuts summary').click();
      await page.getByLabel('Use keyboard shortcuts').check();
      await page.locator('h1').click();
      await press('a');
      expect(await focused()).toBe('Approve');
      await press('Enter');
      await page.getByRole('heading', { name: 'Approve this case?' }).waitFor();
      await press('a', 'Tab', 'Enter');
      await page.getByRole('heading', { name: `Approved: ${name} LLC` }).waitFor();
      expect(complaints).toEqual([]);
    });
    expect(await statusOf(id)).toMatchObject({ status: 'approved', notes: [] });
  });

  it('show two simultaneous reviewers what the other is working on, and who decided first', async () => {
    const { id: subjectId, name } = await aSubmission(world, await anApplicant(world));
    const id = await reviewIdOf(subjectId);
    const grace = await aStaffMember(world, ['reviewer']);
    await withPage(browser, { javaScriptEnabled: false }, (rosas) =>
      withPage(browser, { javaScriptEnabled: false }, async (graces) => {
        const url = `${world.baseUrl}/portal/reviews/${id}`;
        await openList(rosas);
        await rosas.goto(url);
        await graces.goto(url);
        await signInHere(graces, world, grace.email);
        await heading(graces, 'Application for a legal entity');

        await rosas.getByRole('button', { name: 'Assign to me' }).click();
        await rosas.getByText('Assigned to you').waitFor();
        await graces.reload();
        await graces.getByText('Assigned to Rosa Reviewer').waitFor();
        await graces.getByRole('button', { name: 'Reassign to me' }).click();
        await graces.getByText('Assigned to you').waitFor();
        await rosas.goto(`${world.baseUrl}/portal/reviews`);
        await rosas.getByText('Assigned to Staff Member since').waitFor();
        // Assigning several cases takes over none of them.
        await rosas.getByRole('checkbox', { name: `Select ${name} LLC` }).check();
        await rosas.getByRole('button', { name: 'Assign selected cases to me' }).click();
        await rosas.getByRole('heading', { name: 'No case was assigned to you' }).waitFor();
        await rosas.getByText(`${name} LLC: assigned to Staff Member`).waitFor();

        // The reviewer who lost the claim can still decide first.
        await rosas.goto(url);
        await rosas.getByText('Assigned to Staff Member').waitFor();
        await decide(rosas, 'Approve');
        await rosas.getByRole('heading', { name: `Approved: ${name} LLC` }).waitFor();
        await choose(graces, 'Reject');
        await graces.getByLabel('Reason', { exact: true }).fill('Not this name.');
        await graces.getByRole('button', { name: 'Reject' }).click();
        await graces.getByRole('heading', { name: 'This case was already decided' }).waitFor();
        await graces.getByText('by Rosa Reviewer').first().waitFor();
      }),
    );
    expect(await statusOf(id)).toMatchObject({ status: 'approved' });
  });

  /** One review of each type with texts of maximum length, by the names of their screenshots. */
  async function oneOfEach(): Promise<Readonly<Record<string, string>>> {
    const application = await aSubmission(world, await anApplicant(world), {
      name: `Undivided${'x'.repeat(70)}`,
      contactEmail: `${'a'.repeat(60)}@client.example`,
    });
    const filer = await aFiler(world);
    const filing = await aSubmittedFiling(world, filer, {
      name: freshName(),
      principalOfficeAddress: { line1: '7 Pier', city: 'Port', postalCode: '1', country: 'HN' },
    });
    const owner = await aResident(world);
    const entity = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const proof = { personId: owner.id, content: aPdf(), contentType: 'application/pdf' };
    const { id } = await storeTaxProof(proof, personActor(owner.id), world.deps);
    const request = await aRequest(world, entity.id, owner.standardKey, {
      contest: { note: 'x'.repeat(500), proofUrl: taxProofUrl(world.deps, id) },
    });
    await payRequest(world, request, owner.standardKey);
    const holder = await aHolder(world, {
      givenName: 'Grace',
      surname: `Murray${'z'.repeat(80)}`,
      phoneNumber: '+1 555 0100',
    });
    const residency = await aResidencySubmission(world, {
      referralCode: 'BRING-GRACE',
      applicant: {
        email: holder.email,
        surname: `Hopper${'x'.repeat(80)}`,
        alternateNames: 'y'.repeat(400),
      },
    });
    const own = await aResidencySubmission(world, { applicant: { email: reviewerEmail } });
    return {
      application: await reviewIdOf(application.id),
      amendment: await reviewIdOf(filing),
      certificate: await reviewIdOf(request.id),
      residency: await reviewIdOf(residency.id),
      own: await reviewIdOf(own.id),
    };
  }

  it.each<['light' | 'dark', number]>([
    ['light', 1280],
    ['dark', 375],
  ])(
    'have no accessibility violations or horizontal scrolling, %s at %i px',
    async (colorScheme, width) => {
      const reviews = await oneOfEach();
      const texts = [{ label: 'x'.repeat(80), text: { en: 'No.', es: 'No.' } }];
      Object.assign(world.deps.reviewTexts, {
        legal_entity_application: { questions: texts, rejections: texts },
      });
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
      await withPage(browser, options, async (page) => {
        const { check, found } = walkOver(page, (name) => `review-${name}-${colorScheme}`);
        await openList(page);
        await check('list');
        await page.getByRole('button', { name: 'Assign selected cases to me' }).click();
        await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
        await check('list-wrong');
        await page.locator('tbody').getByRole('checkbox').first().check();
        await page.getByRole('button', { name: 'Assign selected cases to me' }).click();
        await page.getByRole('heading', { name: '1 case assigned to you' }).waitFor();
        await check('list-assigned');
        for (const [name, id] of Object.entries(reviews)) {
          await page.goto(`${world.baseUrl}/portal/reviews/${id}`);
          await check(name);
        }
        await page.goto(`${world.baseUrl}/portal/reviews/${reviews['application']}`);
        await choose(page, 'Reject');
        await page.getByRole('button', { name: 'Reject' }).click();
        await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
        await check('wrong');
        await page.getByLabel('Reason', { exact: true }).fill('The address is incomplete.');
        await page.getByRole('button', { name: 'Reject' }).click();
        await page.getByRole('heading', { name: 'Reject this case?' }).waitFor();
        await check('confirm');
        await page.getByRole('button', { name: 'Go back' }).click();
        await operatorOf(world).data('POST', `/reviews/${reviews['application']}/decision`, {
          decision: 'approve',
        });
        await choose(page, 'Approve');
        await page.getByRole('button', { name: 'Approve' }).click();
        await page.getByRole('heading', { name: 'This case was already decided' }).waitFor();
        await check('late');
        await page.goto(`${world.baseUrl}/portal/reviews/${reviews['residency']}`);
        await decide(page, 'Approve');
        // Without the account holder's confirmation it returns within a moment.
        const outcome = /^(Approved|The approval could not take effect): /;
        await page.getByRole('heading', { name: outcome }).waitFor();
        await check('decided');
        expect(found).toEqual([]);
      });
    },
  );

  it('show a file in the page when it is unfolded, and frame nothing else', async () => {
    const waiting = await aWaitingCase(world, 'certificate_request');
    const requestId = await ask(world, waiting);
    await answerBy(world, waiting, anAnswer(requestId, 'Here it is.', aPng));
    await world.settle();
    await withPage(browser, {}, async (page) => {
      const complaints = complaintsOf(page, world.baseUrl);
      await openList(page);
      const answer = await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
      const file = page.getByRole('link', { name: 'Open the file sent with the answer' });
      const origin = new URL((await file.getAttribute('href')) ?? '').origin;
      expect(answer?.headers()['content-security-policy']).toContain(`; frame-src ${origin};`);
      // The file was not requested yet.
      expect(complaints).toEqual([]);
      await page.locator('dd', { has: file }).getByText('Show the file here').click();
      await page
        .frameLocator('iframe[title="Open the file sent with the answer"]')
        .locator('img')
        .waitFor();
      expect(complaints).toEqual([expect.stringContaining(`a request to ${origin}/`)]);
    });
  });

  it('show application and account side by side, or stacked on a phone', async () => {
    const { email } = await aHolder(world, {
      givenName: 'Grace',
      surname: `Murray${'z'.repeat(80)}`,
    });
    const residency = await aResidencySubmission(world, {
      applicant: { email, surname: `Hopper${'x'.repeat(80)}` },
    });
    const id = await reviewIdOf(residency.id);
    await withPage(browser, { viewport: { width: 360, height: 800 } }, async (page) => {
      await openList(page);
      await page.goto(`${world.baseUrl}/portal/reviews/${id}`);
      const cells = page
        .getByText('In the application')
        .locator('xpath=ancestor::table')
        .locator('td[data-in]');
      const narrowest = async () =>
        Math.min(
          ...(await Promise.all(
            (await cells.all()).map(async (cell) => (await cell.boundingBox())?.width ?? 0),
          )),
        );
      // Columns with a third of this width would break words.
      expect(await narrowest()).toBeGreaterThan(240);
      expect(await page.getByRole('columnheader', { name: 'In the account' }).count()).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.getByRole('columnheader', { name: 'In the account' }).count()).toBe(1);
      // This holds for names of any length.
      const field = page.getByRole('rowheader', { name: 'Country of birth' });
      expect((await field.boundingBox())?.width).toBeGreaterThan(150);
    });
  });
});
