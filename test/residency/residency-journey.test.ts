import { expect, it } from 'vitest';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { mailedClaim } from '../support/applicants.ts';
import { aVoucher } from '../support/drafts.ts';
import {
  acceptAgreement,
  aPartner,
  applicationData,
  partnerCalls,
  seen,
  sworn,
  verify,
} from '../support/partners.ts';
import { signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const now = () => new Date(world.clock.now).toISOString();

it('a partner’s applicant gets a permit number, documents and a sign-in', async () => {
  const partner = await aPartner(world);
  const calls = partnerCalls(world, partner);
  // A person with one name.
  const data = applicationData({ ...sworn, givenName: '', surname: 'Suharto' });
  const draft = seen(await calls.create({ applicationData: data }));
  const { email } = data.personalDetails;

  const browser = visitor(world.baseUrl);
  const link = await mailedClaim(world, String(email));
  await browser.open(link);
  expect((await browser.send(link, {})).status).toBe(303);
  expect(seen(await calls.get(draft.id))).toMatchObject({
    version: 1,
    applicantPortalAccess: { hasLoggedIn: true, lastLogin: now(), claimLinkSent: true },
  });

  await acceptAgreement(world, draft);
  await calls.pay(draft.id, await aVoucher(world));
  await verify(world, draft.id);
  const submitted = seen(await calls.submit(draft.id));
  expect(submitted).toMatchObject({ statusId: 'Pending Review', version: 5 });
  await world.settle();
  await decideReview(world, (await reviewOf(world, draft.id)).id, { decision: 'approve' });
  await world.settle();

  const approved = seen(await calls.get(draft.id));
  const person = await findPersonByEmail(world.table, String(email));
  expect(person).toMatchObject({ givenName: null, surname: 'Suharto' });
  expect(approved).toMatchObject({
    statusId: 'Approved',
    version: 6,
    approvedAt: now(),
    residentPermitNumber: person?.residentPermitNumber,
    nextSteps: { submitReady: false, paymentRequired: false },
  });
  const { body: documents } = await calls.documents(draft.id);
  expect(documents).toMatchObject({
    data: [
      {
        name: 'Agreement of Coexistence for e-Residents',
        slug: 'agreement-of-coexistence-e-resident',
      },
    ],
    agreementOfCoexistence: { accepted: true },
    residencyEffectiveDate: now(),
  });
  const { standardKey } = await aResident(world);
  const { body: verified } = await world.call('POST', '/api/v1/verify_rpn', {
    key: standardKey,
    body: { rpn: approved['residentPermitNumber'] },
  });
  expect(verified).toEqual({ result: 'found_natural_person', active: true });

  world.clock.now += 3_600_000;
  await signedIn(world, String(email));
  expect(seen(await calls.get(draft.id))).toMatchObject({
    applicantPortalAccess: { lastLogin: now() },
  });
});

it('a changed email address gets a new claim link, and the previous link is invalid', async () => {
  const partner = await aPartner(world);
  const calls = partnerCalls(world, partner);
  const first = applicationData(sworn);
  const draft = seen(await calls.create({ applicationData: first }));
  const former = await mailedClaim(world, String(first.personalDetails.email));
  world.clock.now += 60_000;
  const second = applicationData(sworn);
  const changed = seen(
    await calls.patch(draft.id, { expectedVersion: 1, applicationData: second }),
  );
  const { email } = second.personalDetails;
  expect(changed).toMatchObject({
    applicantPortalAccess: {
      email,
      hasLoggedIn: false,
      claimLinkSent: true,
      claimLinkSentAt: now(),
    },
  });
  const link = await mailedClaim(world, String(email));
  expect(link).not.toBe(former);
  expect((await visitor(world.baseUrl).open(former)).status).toBe(404);
  expect((await visitor(world.baseUrl).open(link)).status).toBe(200);
});
