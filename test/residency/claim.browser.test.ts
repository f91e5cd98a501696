import { expect, it } from 'vitest';
import { mailedClaim } from '../support/applicants.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { aPartner, aPartnerDraft, partnerCalls, seen, verify } from '../support/partners.ts';
import { created } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();

// A walk through a dozen pages.
it('an applicant gets from the claim link to a proof of residency without scripts or API calls', async () => {
  const partner = await aPartner(world);
  const calls = partnerCalls(world, partner);
  const { id, data } = await aPartnerDraft(world, partner);
  const { email } = data.personalDetails;
  const link = world.baseUrl + (await mailedClaim(world, email));
  await withPage(browser, { javaScriptEnabled: false }, async (page) => {
    const complaints = complaintsOf(page, world.baseUrl);
    const ofApi: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) ofApi.push(pathname);
    });
    const says = (name: string) => page.getByRole('heading', { name }).waitFor();
    const press = (name: string) => page.getByRole('button', { name }).click();
    const follow = (name: string) =>
      page.getByRole('main').getByRole('link', { name }).first().click();
    await page.goto(link);
    await press('Open my account');
    await says('The application for residency is being prepared');
    await follow('Read and sign the agreement');
    await heading(page, 'Sign the Agreement of Coexistence');
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('I have read').check();
    await press('Sign the agreement');
    await heading(page, 'The agreement is signed');
    // These steps are not the applicant's: the partner pays and submits, the registry verifies and decides.
    const { code } = await created(world, '/vouchers', { kind: 'full' });
    seen(await calls.pay(id, String(code)));
    await verify(world, id);
    seen(await calls.submit(id));
    await world.settle();
    await page.goto(`${world.baseUrl}/portal`);
    await says('The application for residency is under review');
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    await page.reload();
    const card = page.getByRole('region', { name: 'Residency card' });
    await card.getByText('Active').waitFor();
    const number = String(await card.locator('.exact').textContent());
    expect(number).toMatch(/^9\d{13}$/);
    await card.getByRole('link', { name: 'Show a QR code' }).click();
    await heading(page, 'Proofs');
    await press('Make a proof');
    await heading(page, 'Proof');
    await page.getByRole('img', { name: 'QR code that leads to your proof' }).waitFor();
    const proof = await page.locator('figcaption a').getAttribute('href');
    await page.goto(String(proof));
    await page.getByText(number).waitFor();
    expect({ complaints, ofApi }).toEqual({ complaints: [], ofApi: [] });
  });
});
