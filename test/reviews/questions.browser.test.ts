import { beforeEach, expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { choose, decide, heading, signInHere, tabTo } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aPdf } from '../support/files.ts';
import { aWaitingCase } from '../support/questions.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
await aReviewer(world);
beforeEach(() => {
  // Sign-ins are limited per hour.
  world.clock.now += 3_600_000;
});

const question = `Which of the two leases is in force? ${'x'.repeat(80)}`;

/** Returns the link to the question in the email. */
async function mailedLink(email: string): Promise<string> {
  await world.settle();
  const mail = world.mails.findLast(({ to, subject }) => to === email && /question/i.test(subject));
  return /http\S+\/portal\/information\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

it('a case can be claimed, noted, asked about, answered and decided at 320 px without JavaScript', async () => {
  const waiting = await aWaitingCase(world, 'amendment');
  const narrow = { javaScriptEnabled: false, viewport: { width: 320, height: 800 } };
  await withPage(browser, narrow, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
    await signInHere(page, world, reviewerEmail);
    await heading(page, 'Amendment of a legal entity');
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned to you').waitFor();
    await page.getByLabel('Note for other reviewers').fill('Compared with the lease.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Compared with the lease.').waitFor();
    await choose(page, 'Ask the applicant');
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    await page.getByRole('link', { name: 'Enter the question' }).click();
    await page.getByLabel('Question to the applicant').fill(question);
    await page.getByRole('button', { name: 'Send question' }).click();
    await page.getByRole('heading', { name: /^Question sent: / }).waitFor();
    await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
    await page.getByText('No answer yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Send question' }).count()).toBe(0);

    await withPage(browser, narrow, async (own) => {
      await own.goto(await mailedLink(waiting.email));
      await signInHere(own, world, waiting.email);
      await heading(own, 'Question from the registry');
      await own.getByText(question).waitFor();
      await own.getByRole('button', { name: 'Send answer' }).click();
      await own.getByRole('heading', { name: 'There is a problem' }).waitFor();
      await own.getByRole('link', { name: 'Write an answer' }).click();
      await own.getByLabel('Your answer').fill('The second one.');
      await own.getByLabel('Attach a file (optional)').setInputFiles({
        name: 'lease.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(aPdf()),
      });
      await own.getByRole('button', { name: 'Send answer' }).click();
      await own.getByRole('heading', { name: 'Answer sent' }).waitFor();
    });

    await page.reload();
    await page.getByText('The second one.').waitFor();
    const url = await page.getByRole('link', { name: 'Open the file sent with the answer' });
    expect((await fetch((await url.getAttribute('href')) ?? '')).status).toBe(200);
    await decide(page, 'Approve');
    await page.getByRole('heading', { name: /^Approved: / }).waitFor();
    // Without scripts, a browser loads the framed file and its viewer immediately.
    const ofFile = /^a request to (http:\/\/127\.0\.0\.1:\d+\/documents\/|chrome)/;
    expect(complaints.filter((complaint) => !ofFile.test(complaint))).toEqual([
      'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ]);
  });
  expect(await operatorOf(world).data('GET', `/reviews/${waiting.reviewId}`)).toMatchObject({
    status: 'approved',
    notes: [{ text: 'Compared with the lease.' }],
    informationRequests: [{ message: question, answer: 'The second one.' }],
  });
});

it('a question can be asked and answered with the keyboard alone', async () => {
  const waiting = await aWaitingCase(world);
  await withPage(browser, {}, async (page) => {
    await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
    await signInHere(page, world, reviewerEmail);
    await heading(page, 'Application for a legal entity');
    await tabTo(page, 'Ask the applicant');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Which door?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Question sent: / }).waitFor();
    await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
    await page.getByText('No answer yet.').waitFor();
  });
  await withPage(browser, {}, async (page) => {
    await page.goto(await mailedLink(waiting.email));
    await signInHere(page, world, waiting.email);
    await heading(page, 'Question from the registry');
    await tabTo(page, 'Your answer');
    await page.keyboard.type('The green one.');
    await tabTo(page, 'Send answer');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Answer sent' }).waitFor();
  });
  expect(await operatorOf(world).data('GET', `/reviews/${waiting.reviewId}`)).toMatchObject({
    informationRequests: [{ message: 'Which door?', answer: 'The green one.' }],
  });
});

it.each<['light' | 'dark', number]>([
  ['light', 320],
  ['dark', 1280],
])(
  'the question pages have no accessibility violations or horizontal scrolling, %s at %i px',
  async (colorScheme, width) => {
    const waiting = await aWaitingCase(world, 'certificate_request');
    const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } };
    await withPage(browser, options, async (page) => {
      const { check, found } = walkOver(page, (name) => `question-${name}-${colorScheme}`);
      await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
      await signInHere(page, world, reviewerEmail);
      await choose(page, 'Ask the applicant');
      await page.getByLabel('Question to the applicant').fill(question);
      await page.getByRole('button', { name: 'Send question' }).click();
      await page.getByRole('heading', { name: /^Question sent: / }).waitFor();
      await page.goto(`${world.baseUrl}/portal/reviews/${waiting.reviewId}`);
      await page.getByText('No answer yet.').waitFor();
      await check('awaiting_answer');
      await withPage(browser, options, async (own) => {
        const walk = walkOver(own, (name) => `question-${name}-${colorScheme}`);
        await own.goto(await mailedLink(waiting.email));
        await signInHere(own, world, waiting.email);
        await heading(own, 'Question from the registry');
        await walk.check('to-answer');
        await own.getByLabel('Attach a file (optional)').setInputFiles({
          name: 'lease.html',
          mimeType: 'text/html',
          buffer: Buffer.from('<html>'),
        });
        await own.getByRole('button', { name: 'Send answer' }).click();
        await own.getByRole('heading', { name: 'There is a problem' }).waitFor();
        await walk.check('wrong');
        await own.getByLabel('Your answer').fill(`The second one. ${'y'.repeat(80)}`);
        await own.getByRole('button', { name: 'Send answer' }).click();
        await own.getByRole('heading', { name: 'Answer sent' }).waitFor();
        await walk.check('sent');
        expect(walk.found).toEqual([]);
      });
      await page.reload();
      await page.getByText('The second one.').waitFor();
      await check('answered');
      expect(found).toEqual([]);
    });
  },
);
