import { beforeEach, describe, expect, it } from 'vitest';
import { formatDay } from '../../shared/kernel/pages/format-dates.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { findApplicantAccess } from '../../shared/residency/db/applicant-access.ts';
import { presentApplicantAccess } from '../../shared/residency/usecases/read-residency-application.ts';
import { aResidencyDraft, aResidencySubmission, revised, stored } from '../support/applicants.ts';
import { aHolder, askedIn, confirmIn, questionPath } from '../support/holders.ts';
import { aPartner, applicationData, partnerCalls, seen, sworn } from '../support/partners.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { aStaffMember } from '../support/staff.ts';
import { reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const partner = await aPartner(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();

/** The holder of an account, and a partner's application with their email address. */
async function asked() {
  const holder = await aHolder(world);
  const { integrationId } = partner;
  const application = await aResidencyDraft(
    world,
    { integrationId, applicant: { email: holder.email } },
    { link: true },
  );
  return { ...holder, application };
}

async function accessOf({ id }: { readonly id: string }, email: string) {
  return presentApplicantAccess(email, (await findApplicantAccess(world.table, [id])).get(id));
}

async function objectionsOf(integrationId: string): Promise<unknown> {
  const { body } = await world.admin('GET', `/partner_integrations/${integrationId}`);
  return Object(body).data.objections;
}

async function trailOf(id: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  return (body as { data: { action: string; details: object }[] }).data;
}

describe('the confirmation page for an account holder', () => {
  it('shows what an approval would write to the account, and requires a sign-in', async () => {
    const { application, email, browser } = await asked();
    const path = questionPath(application);
    expect(outcomeOf(await visitor(world.baseUrl).open(path))).toEqual({
      status: 303,
      location: `/portal/sign-in?next=${encodeURIComponent(path)}`,
    });
    const { page } = await askedIn(browser, application);
    expect(page.status).toBe(200);
    const text = shownText(page);
    const { surname, dateOfBirth, phoneNumber } = application.data.personalDetails;
    for (const fact of [
      'Is this application yours?',
      'Sent by Harbour Partners',
      'Residency applied for e-Resident, for one year',
      `Applicant Grace ${surname}`,
      `Email address ${email}`,
      `Born ${formatDay(dateOfBirth)}, United States`,
      `Telephone ${phoneNumber}`,
      'Address 1 Navy Yard',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('is not shown to another account, or to one whose address was changed', async () => {
    const { application, id, email, browser } = await asked();
    const other = await aHolder(world);
    for (const path of [questionPath(application), questionPath({ id })]) {
      expect((await other.browser.open(path)).status).toBe(404);
    }
    await other.browser.open('/portal');
    const sent = await other.browser.send(questionPath(application), { decision: 'object' });
    expect(sent.status).toBe(404);
    await world.admin('PATCH', `/persons/${id}`, { email: `former-${email}` });
    expect((await browser.open(questionPath(application))).status).not.toBe(200);
    // An unverified address gives no access either.
    const { application: moved, ...mover } = await asked();
    await world.admin('PATCH', `/persons/${mover.id}`, { email: `new-${mover.email}` });
    await revised(world, moved, { email: `new-${mover.email}` });
    expect((await mover.browser.open(questionPath(moved))).status).not.toBe(200);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Draft' });
  });

  it('shows a reviewer’s question, with a link to answer it', async () => {
    const holder = await aHolder(world);
    const { integrationId } = partner;
    const applicant = { email: holder.email };
    const application = await aResidencySubmission(world, { integrationId, applicant });
    await world.settle();
    const { id } = await reviewOf(world, application.id);
    const message = 'In which of the two flats do you live?';
    await world.admin('POST', `/reviews/${id}/information_requests`, { message });
    const page = await holder.browser.open(questionPath(application));
    expect(shownText(page)).toContain(message);
    const [, way = ''] = /href="(\/portal\/information\/[^"]+)"/.exec(page.text) ?? [];
    expect(shownText(await holder.browser.open(way))).toContain(message);
  });

  it('requires an answer and the CSRF token', async () => {
    const { application, browser } = await asked();
    const path = questionPath(application);
    await browser.open(path);
    expect((await browser.send(path, {})).status).toBe(400);
    expect((await browser.send(path, { decision: 'object' }, { csrf: null })).status).toBe(403);
    expect(await stored(world, application.id)).toEqual(application);
  });
});

describe('a confirmation', () => {
  it('cancels the first of two approvals', async () => {
    const holder = await aHolder(world);
    const { integrationId } = partner;
    const application = await aResidencySubmission(world, {
      integrationId,
      applicant: { email: holder.email },
    });
    await world.settle();
    const review = await reviewOf(world, application.id);
    const first = await aStaffMember(world, ['reviewer']);
    const path = `/portal/reviews/${review.id}`;
    const shown = async () => Object((await world.admin('GET', `/reviews/${review.id}`)).body).data;
    Object.assign(world.deps.approvals, { residency_application: 2 });
    await first.browser.open(path);
    await first.browser.send(path, { decision: 'approve' });
    Object.assign(world.deps.approvals, { residency_application: 1 });
    expect(await shown()).toMatchObject({ firstApproval: { by: first.id } });
    await confirmIn(holder.browser, application);
    expect(await shown()).toMatchObject({ status: 'pending', firstApproval: null });
  });

  it('is stored with the application, and the partner sees only the sign-in', async () => {
    const { application, id, email, browser } = await asked();
    expect(await accessOf(application, email)).toMatchObject({
      hasLoggedIn: false,
      claimLinkSent: true,
    });
    // A sign-in alone is unrelated to this application.
    const later = await signedIn(world, email);
    expect(await accessOf(application, email)).toMatchObject({ hasLoggedIn: false });
    const { confirm } = await askedIn(browser, application);
    expect(outcomeOf(await confirm())).toEqual({
      status: 303,
      location: questionPath(application),
    });
    expect(await stored(world, application.id)).toEqual({
      ...application,
      revision: application.revision + 1,
      holderConfirmation: { personId: id, credentialEpoch: 0, confirmedAt: now() },
    });
    expect(await accessOf(application, email)).toMatchObject({
      hasLoggedIn: true,
      lastLogin: now(),
    });
    expect(shownText(await browser.open(questionPath(application)))).toContain(
      'You confirmed that this application is yours',
    );
    // The portal shows the application from now on.
    expect((await later.open('/portal')).text).toContain(questionPath(application));
    expect(await trailOf(application.id)).toMatchObject([
      {
        action: 'residency_application.confirmed',
        actor: { kind: 'person', id },
        details: { integrationId: partner.integrationId, version: 1 },
      },
    ]);
  });

  it('makes later sign-ins visible to the partner', async () => {
    const { application, email, browser } = await asked();
    await confirmIn(browser, application);
    world.clock.now += 3_600_000;
    await signedIn(world, email);
    expect(await accessOf(application, email)).toMatchObject({ lastLogin: now() });
  });

  it('applies only to the data shown: an earlier change is shown first, a later one voids it', async () => {
    const { create, patch } = partnerCalls(world, partner);
    const { email, browser } = await aHolder(world);
    const data = applicationData({ ...sworn, email });
    const { id } = seen(await create({ applicationData: data }));
    const revise = async (expectedVersion: number, details: object) => {
      const personalDetails = { ...data.personalDetails, ...details };
      const applicationData = { ...data, personalDetails };
      return seen(await patch(id, { expectedVersion, applicationData }));
    };
    const { confirm } = await askedIn(browser, { id });
    await revise(1, { surname: 'Byron' });
    const late = await confirm();
    expect(late.status).toBe(409);
    expect(shownText(late)).toContain('The application has changed');
    expect(shownText(late)).toContain('Applicant Ada Byron');
    expect((await stored(world, id)).holderConfirmation ?? null).toBeNull();

    await confirmIn(browser, { id });
    // A change of other fields voids nothing.
    await revise(2, {
      surname: 'Byron',
      proofOfAddressSwornStatement: { agreed: true, signature: 'Ada Byron', locale: 'es' },
    });
    expect((await stored(world, id)).holderConfirmation).toMatchObject({ confirmedAt: now() });
    await revise(3, { surname: 'Byron', phoneNumber: '+44 1' });
    expect((await stored(world, id)).holderConfirmation).toBeNull();
    expect(shownText(await browser.open(questionPath({ id })))).toContain(
      'Confirm that it is mine',
    );
  });

  it('can be sent twice in parallel without further effect', async () => {
    const { application, browser } = await asked();
    const { confirm } = await askedIn(browser, application);
    const answers = await Promise.all([confirm(), confirm()]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Draft', version: 1 });
  });

  it('is refused if the account was deactivated while its page was open', async () => {
    const { application, id, browser } = await asked();
    const { confirm } = await askedIn(browser, application);
    await world.admin('POST', `/persons/${id}/deactivate`);
    expect((await confirm()).status).not.toBe(200);
    expect(await stored(world, application.id)).toEqual(application);
  });

  it('is void if the application changes in parallel', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { create, patch } = partnerCalls(world, partner);
      const { email, browser } = await aHolder(world);
      const data = applicationData({ ...sworn, email });
      const { id } = seen(await create({ applicationData: data }));
      const { confirm } = await askedIn(browser, { id });
      const personalDetails = { ...data.personalDetails, givenName: 'Augusta' };
      const change = { expectedVersion: 1, applicationData: { ...data, personalDetails } };
      await Promise.all([confirm(), ...Array.from({ length: 10 }, () => patch(id, change))]);
      const after = await stored(world, id);
      expect(after.data.personalDetails.givenName).toBe('Augusta');
      expect(after.holderConfirmation ?? null).toBeNull();
    }
  });
});

describe('an objection', () => {
  it('rejects a draft, is counted for its integration and shown to its partner', async () => {
    const { application, id, email, browser } = await asked();
    const before = Number(await objectionsOf(partner.integrationId));
    const person = await findPerson(world.table, id);
    const { object } = await askedIn(browser, application);
    expect(outcomeOf(await object())).toEqual({ status: 303, location: questionPath(application) });
    const reason = 'The person at this e-mail address has objected to the application.';
    expect(await stored(world, application.id)).toMatchObject({
      statusId: 'Rejected',
      version: 2,
      rejectedAt: now(),
      rejectedReason: reason,
      objectedAt: now(),
    });
    expect(seen(await partnerCalls(world, partner).get(application.id))).toMatchObject({
      statusId: 'Rejected',
      rejectedReason: reason,
      applicantPortalAccess: { hasLoggedIn: false },
    });
    expect(await objectionsOf(partner.integrationId)).toBe(before + 1);
    expect(await findPerson(world.table, id)).toEqual(person);
    expect(await trailOf(application.id)).toMatchObject([
      {
        action: 'residency_application.objected',
        actor: { kind: 'person', id },
        details: {
          integrationId: partner.integrationId,
          by: 'account',
          previousStatus: 'Draft',
          paidInvoiceId: application.invoiceId,
        },
      },
    ]);
    expect(shownText(await browser.open(questionPath(application)))).toContain('You have objected');
    // Applicants who object get no email about the rejection.
    await world.settle();
    const subjects = world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects).not.toContain('Application for residency rejected');
  });

  it('voids an open invoice', async () => {
    const { checkout, create, get } = partnerCalls(world, partner);
    const { email, browser } = await aHolder(world);
    const { id } = seen(await create({ applicationData: applicationData({ ...sworn, email }) }));
    expect((await checkout(id)).status).toBe(200);
    const { object } = await askedIn(browser, { id });
    await object();
    const { invoiceId } = await stored(world, id);
    const invoice = await world.admin('GET', `/invoices/${invoiceId}`);
    expect(invoice.body).toMatchObject({ data: { statusId: 'void' } });
    expect(seen(await get(id))).toMatchObject({ statusId: 'Rejected' });
    const objected = (await trailOf(id)).find(({ action }) => action.endsWith('.objected'));
    expect(objected).toMatchObject({ details: { paidInvoiceId: null } });
  });

  it('can be made after a confirmation, and is final', async () => {
    const { application, browser } = await asked();
    await confirmIn(browser, application);
    const { confirm, object } = await askedIn(browser, application);
    expect((await object()).status).toBe(303);
    expect((await confirm()).status).toBe(409);
    expect((await object()).status).toBe(409);
    expect(await stored(world, application.id)).toMatchObject({ statusId: 'Rejected', version: 2 });
  });

  it('is recorded once if clicked five times in parallel', async () => {
    const { application, browser } = await asked();
    const before = Number(await objectionsOf(partner.integrationId));
    const { object } = await askedIn(browser, application);
    const answers = await Promise.all(Array.from({ length: 5 }, object));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409, 409]);
    expect(await objectionsOf(partner.integrationId)).toBe(before + 1);
  });

  it('works without an existing integration', async () => {
    const { email, browser } = await aHolder(world);
    const application = await aResidencySubmission(world, { applicant: { email } });
    const { object } = await askedIn(browser, application);
    expect((await object()).status).toBe(303);
    const unknown = await world.admin('GET', `/partner_integrations/${application.integrationId}`);
    expect(unknown.status).toBe(404);
  });
});

describe('the request to confirm', () => {
  const subjectsTo = (email: string) =>
    world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  const again = 'Confirm your application for residency';

  it('is sent again when the application is submitted, unless the holder already confirmed', async () => {
    const { create, submit } = partnerCalls(world, partner);
    const ready = async (email: string) => {
      const data = applicationData({ ...sworn, email }, 'limited_e_resident');
      const draft = seen(await create({ applicationData: data }));
      const { pathname } = new URL(String(draft.nextSteps['agreementUrl']));
      const applicant = visitor(world.baseUrl);
      await applicant.open(pathname);
      await applicant.send(pathname, { signerName: 'Ada Lovelace', agree: 'yes' });
      await world.admin('POST', `/residency_applications/${draft.id}/verification`, {
        status: 'approved',
      });
      return draft.id;
    };
    const silent = await aHolder(world);
    seen(await submit(await ready(silent.email)));
    const willing = await aHolder(world);
    const id = await ready(willing.email);
    await confirmIn(willing.browser, { id });
    seen(await submit(id));
    await world.settle();
    expect(subjectsTo(silent.email)).toContain(again);
    expect(subjectsTo(willing.email)).not.toContain(again);
  });
});
