import { expect, it } from 'vitest';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { aVoucher } from '../support/drafts.ts';
import { confirmIn } from '../support/holders.ts';
import {
  acceptAgreement,
  aPartner,
  applicationData,
  type Partner,
  partnerCalls,
  seen,
  sworn,
  verify,
} from '../support/partners.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { announceEndsNow, day, emailsAbout, inDays, noneNotified } from '../support/terms.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

const emails = async () => {
  const counts = await announceEndsNow(world);
  await world.settle();
  return counts;
};
const until = (instant: string, days: number) => {
  world.clock.now = Date.parse(instant) - days * day;
};
const residencyOf = async (email: string) => {
  const person = await findPersonByEmail(world.table, email);
  const { residency, id, residentPermitNumber } = person ?? {};
  return { personId: id ?? '', residentPermitNumber, endsAt: residency?.terminationDate ?? '' };
};

/** A partner's application, from its creation to its approval. */
async function approved(
  partner: Partner,
  data: ReturnType<typeof applicationData>,
  renews: boolean,
) {
  const calls = partnerCalls(world, partner);
  const email = String(data.personalDetails.email);
  const draft = seen(await calls.create({ applicationData: data }));
  if (renews) await confirmIn(await signedIn(world, email), draft);
  await acceptAgreement(world, draft);
  seen(await calls.pay(draft.id, await aVoucher(world)));
  await verify(world, draft.id);
  seen(await calls.submit(draft.id));
  await world.settle();
  await decideReview(world, (await reviewOf(world, draft.id)).id, { decision: 'approve' });
  await world.settle();
  expect(seen(await calls.get(draft.id)).statusId).toBe('Approved');
  return draft.id;
}

it('a renewal through a partner is announced, extends the term by a year and ends further notices', async () => {
  const owner = await aResident(world);
  const firm = await anEntity(world, { representatives: [owner.id] });
  const partner = await aPartner(world, { legalEntityId: firm.id });
  const data = applicationData(sworn);
  const email = String(data.personalDetails.email);
  const applicationId = await approved(partner, data, false);
  const first = await residencyOf(email);

  until(first.endsAt, 61);
  expect(await emails()).toEqual(noneNotified);
  until(first.endsAt, 30);
  expect(await emails()).toEqual({ ...noneNotified, 30: 1 });
  expect(emailsAbout(world, email)).toHaveLength(1);
  expect(emailsAbout(world, owner.email)).toHaveLength(1);
  const letter = (to: string) =>
    world.mails.find((mail) => mail.to === to && /ends on/.test(mail.subject));
  expect(letter(email)?.text).toContain('You applied through Harbour Partners');
  expect(letter(owner.email)?.text).toMatch(
    new RegExp(
      `permit number ${first.residentPermitNumber} ends .* application ${applicationId}\\.`,
    ),
  );
  expect(letter(owner.email)?.text).not.toContain('Lovelace');
  const home = await (await signedIn(world, email)).open('/portal');
  expect(shownText(home)).toMatch(
    /Renew your residency It ends on .* Ask Harbour Partners, who sent your application/,
  );

  await approved(partner, data, true);
  const second = await residencyOf(email);
  expect(second.residentPermitNumber).toBe(first.residentPermitNumber);
  expect(new Date(second.endsAt).getUTCFullYear() - new Date(first.endsAt).getUTCFullYear()).toBe(
    1,
  );
  expect(second.endsAt.slice(4)).toBe(first.endsAt.slice(4));
  expect(shownText(await (await signedIn(world, email)).open('/portal'))).not.toContain('Renew');
  for (const left of [7, 0, -1]) {
    until(first.endsAt, left);
    expect(await emails()).toEqual(noneNotified);
  }
  until(second.endsAt, 60);
  expect(await emails()).toEqual({ ...noneNotified, 60: 1 });
});

it('the portal names the registry instead of a suspended partner, which gets no notice', async () => {
  const owner = await aResident(world);
  const firm = await anEntity(world, { representatives: [owner.id] });
  const partner = await aPartner(world, { legalEntityId: firm.id });
  const data = applicationData(sworn);
  const email = String(data.personalDetails.email);
  await approved(partner, data, false);
  await world.admin('PATCH', `/partner_integrations/${partner.integrationId}`, { active: false });
  until((await residencyOf(email)).endsAt, 7);
  expect(await emails()).toEqual({ ...noneNotified, 7: 1 });
  expect(emailsAbout(world, owner.email)).toEqual([]);
  const home = async () => shownText(await (await signedIn(world, email)).open('/portal'));
  expect(await home()).toMatch(
    /Renew your residency It ends on .* Ask a partner of the registry to apply/,
  );
  until((await residencyOf(email)).endsAt, -1);
  expect(await home()).toMatch(/Renew your residency It ended on /);
  // The button leads to a contact that answers.
  const ended = await (await signedIn(world, email)).open('/portal');
  expect(ended.text).toMatch(/<a class="button secondary" href="[^"]+">Contact the registry<\/a>/);
});

it('the portal shows when an entity’s residency ends', async () => {
  const ada = await aResident(world);
  const residency = { effectiveDate: inDays(world, -100), terminationDate: inDays(world, 61) };
  await anEntity(world, { residency, representatives: [ada.id] });
  const home = async () => shownText(await (await signedIn(world, ada.email)).open('/portal'));
  expect(await home()).not.toContain('Its residency');
  until(residency.terminationDate, 60);
  expect(await home()).toMatch(/Its residency ends on .*: contact the registry to extend it/);
  until(residency.terminationDate, -1);
  expect(await home()).toMatch(/Its residency ended on /);
});
