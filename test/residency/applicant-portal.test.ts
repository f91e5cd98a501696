import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { assign } from '../../shared/kernel/db/update.ts';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { aMailedDraft, aResidencySubmission, claim, revised } from '../support/applicants.ts';
import { shownText } from '../support/portal.ts';
import { ask } from '../support/questions.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

describe('the portal after an applicant claimed their account', () => {
  /** Claims the account of a draft, and opens the portal's first page. */
  async function claimedHome() {
    const mailed = await aMailedDraft(world);
    const { browser } = await claim(world, mailed.path);
    return { ...mailed, browser, home: async () => browser.open('/portal') };
  }

  it('shows what a draft still needs, and links to the agreement until it is signed', async () => {
    const { application, home } = await claimedHome();
    const link = `/agreements/${application.agreement.token}`;
    const unsigned = await home();
    expect(shownText(unsigned)).toContain('The application for residency is being prepared');
    expect(shownText(unsigned)).toContain(
      'needs the signature of the agreement and the verification of the applicant’s identity.',
    );
    expect(unsigned.text).toContain(`href="${link}"`);
    const reader = visitor(world.baseUrl);
    await reader.open(link);
    await reader.send(link, { signerName: 'Grace', agree: 'yes' });
    const signed = await home();
    expect(shownText(signed)).toContain('needs the verification of the applicant’s identity.');
    expect(signed.text).not.toContain(link);
  });

  it.each([
    ['approve', 'Resident permit number 9'],
    ['reject', 'Reason: The address is not yours.'],
  ])('shows the review, the registry’s question and the decision: %s', async (decision, words) => {
    const { email, path } = await aMailedDraft(world);
    const { browser } = await claim(world, path);
    const { id } = await aResidencySubmission(world, { applicant: { email } });
    const person = await findPersonByEmail(world.table, email);
    // The account was claimed for another application of the same person.
    await transact(world.table, {
      person: assign(keys.person(person?.id ?? ''), { residencyApplicationId: id }),
    });
    await world.settle();
    expect(shownText(await browser.open('/portal'))).toContain(
      'The application for residency is under review',
    );
    const { id: reviewId } = await reviewOf(world, id);
    await ask(world, { reviewId }, 'Which street is it?');
    expect(shownText(await browser.open('/portal/applications'))).toContain(
      'The registry has a question The review continues when you answer. Which street is it? Read and answer the question',
    );
    const reason = 'The address is not yours.';
    await decideReview(world, (await reviewOf(world, id)).id, { decision, reason });
    await world.settle();
    expect(shownText(await browser.open('/portal'))).toContain(words);
  });

  it('shows nothing of an application whose email address was changed', async () => {
    const { application, home } = await claimedHome();
    await revised(world, application, { email: `gone-${application.id}@claim.example` });
    expect(shownText(await home())).toContain('You do not have a residency');
  });

  it('exports no data of an application whose email address was changed', async () => {
    const { application, browser } = await claimedHome();
    const myData = '/portal/my-data';
    await browser.open(myData);
    const { text: before } = await browser.send(myData, {});
    expect(before).toContain(application.id);
    await revised(world, application, {
      email: `gone-${application.id}@claim.example`,
      surname: 'Somebody-Else',
    });
    expect(shownText(await browser.open(myData))).not.toContain('Test Partner');
    const { text } = await browser.send(myData, {});
    expect(text).toContain('"parts"');
    expect(text).not.toMatch(/gone-|Somebody-Else/);
    expect(text).not.toContain(application.agreement.token);
  });
});
