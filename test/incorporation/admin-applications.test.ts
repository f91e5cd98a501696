import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { invoiceWrite } from '../../shared/payments/db/invoices.ts';
import { openInvoice } from '../../shared/payments/domain/invoice.ts';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { aDraft, applicationPayload, aVoucher, pay, read } from '../support/drafts.ts';
import { anEntity } from '../support/registry.ts';
import { anApplicant, aSubmission, reviewsOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await anApplicant(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const path = '/legal_entity_applications';
const now = () => new Date(world.clock.now).toISOString();
const conflict = (error: string, code: string) => ({ status: 409, error, code });
const nameTaken = conflict('A legal entity with this name already exists', 'entity.name_taken');
const notReady = conflict('Only a paid and signed draft can be submitted', 'application.not_ready');

/** Returns the audit entries about a subject, in any order. */
async function actsOn(subjectId: string) {
  const { data } = operatorOf(world);
  const entries = await data('GET', `/audit?subjectId=${subjectId}`);
  return (entries as { action: string; actor: { kind: string }; details: object }[]).map(
    ({ action, actor, details }) => ({ action, actor: actor.kind, details }),
  );
}

describe('POST /admin/v1/legal_entity_applications', () => {
  const record = (body: unknown) => operatorOf(world).answer('POST', path, body);

  it('records a draft that was not created via the API, and emails the signature link', async () => {
    const sent = applicationPayload({ name: ' On  Paper ' });
    const recorded = await record({ personId: ada.id, applicationData: sent });
    expect(recorded).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          statusId: 'Draft',
          applicationVersion: '1.0.0',
          applicationData: {
            createdViaAPI: false,
            residencyType: 'e-Resident',
            entityDetails: {
              name: 'On Paper',
              extension: 'LLC',
              entityType: 'llc',
              jurisdictionOfFormation: 'Test Jurisdiction',
              nameStartsWithExtension: false,
              residentEmail: 'founders@client.example',
              principalOffice: sent.principalOffice,
              representatives: [{ residentPermitNumber: ada.rpn }],
              registeredAgentProvider: 'registry_employment_solutions',
              registeredAgentDetails: null,
            },
          },
          submittedAt: null,
          createdAt: now(),
          approvedAt: null,
          reference: null,
          rejectedAt: null,
          rejectedReason: null,
          rejectedReasonCode: null,
          invoice: null,
          informationRequest: null,
          nextSteps: {
            signatureRequired: true,
            signatureUrl: expect.stringMatching(
              /\/portal\/legal-entity-applications\/[\w-]{36}\/sign$/,
            ),
            paymentRequired: true,
            informationRequired: false,
            informationUrl: null,
            pollAfterSeconds: 30,
          },
          legalEntityId: null,
        },
      },
    });
    const { id } = recorded.body['data'] as { id: string };
    const owner = { id, name: 'On Paper', signature: null, key: ada.standardKey };
    expect(await read(world, owner)).toEqual(recorded.body['data']);
    expect(await pay(world, owner, await aVoucher(world))).toMatchObject({
      status: 400,
      body: {
        error: 'This endpoint can only be used for API-created applications',
        code: 'application.not_api_created',
      },
    });
    expect(await actsOn(id)).toEqual([
      {
        action: 'legal_entity_application.recorded',
        actor: 'operator',
        details: { personId: ada.id },
      },
    ]);
    await world.settle();
    expect(world.mails.filter(({ subject }) => subject.includes('On Paper'))).toEqual([
      expect.objectContaining({ to: ada.email, text: expect.stringContaining('/sign/') }),
    ]);
  });

  it('accepts any person as applicant, but requires a valid registered agent', async () => {
    const { data, aPerson } = operatorOf(world);
    const { id: personId } = await aPerson();
    expect(
      await data('POST', path, { personId, applicationData: applicationPayload() }),
    ).toMatchObject({ statusId: 'Draft' });
    const none = applicationPayload({ registeredAgentProvider: null });
    expect(await record({ personId, applicationData: none })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Either registeredAgentProvider') },
    });
  });

  it('refuses an unknown person, another entity type and a taken name', async () => {
    const { refused } = operatorOf(world);
    const applicationData = applicationPayload();
    expect(await record({ personId: unknownId, applicationData })).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['personId'] }],
      },
    });
    expect(
      await refused('POST', path, { personId: ada.id, applicationData: { entityType: 'corp' } }),
    ).toEqual({ status: 400, error: 'Only LLCs are supported', code: 'entity.unsupported_type' });
    expect(await refused('POST', path, { applicationData })).toEqual(invalidBody);
    await anEntity(world, { name: 'Taken Already' });
    const taken = applicationPayload({ name: 'taken already' });
    expect(await refused('POST', path, { personId: ada.id, applicationData: taken })).toEqual(
      nameTaken,
    );
  });
});

describe('GET /admin/v1/legal_entity_applications/{id}', () => {
  it('shows the application with its invoice and whether it is signed', async () => {
    const { data, refused } = operatorOf(world);
    const draft = await aDraft(world, ada.standardKey);
    const row = await read(world, draft);
    expect(await data('GET', `${path}/${draft.id}`)).toEqual({
      ...row,
      invoice: null,
      signed: false,
    });
    const voucherCode = await aVoucher(world);
    await pay(world, draft, voucherCode);
    const paid = (await data('GET', `${path}/${draft.id}`)) as { invoice: { id: string } };
    const invoice = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      statusId: 'paid',
      amountCents: 30_000,
      currency: 'USD',
      subject: { type: 'legal_entity_application', id: draft.id },
      paidAt: now(),
      voucherCode,
    };
    expect(paid).toEqual({ ...(await read(world, draft)), invoice, signed: false });
    expect(await data('GET', `/invoices/${paid.invoice.id}`)).toEqual(invoice);
    const signed = await aDraft(world, ada.agentKey);
    expect(await data('GET', `${path}/${signed.id}`)).toMatchObject({ signed: true });
    expect(await refused('GET', `${path}/${unknownId}`)).toEqual(notFound);
    expect(await refused('GET', `${path}/nothing`)).toEqual(notFound);
  });
});

describe('an application whose name was taken before it was submitted', () => {
  it('can be renamed and submitted by an operator, and stays paid', async () => {
    const { data, refused } = operatorOf(world);
    const draft = await aDraft(world, ada.agentKey);
    await anEntity(world, { name: draft.name.toUpperCase() });
    expect(await pay(world, draft, await aVoucher(world))).toMatchObject({
      status: 409,
      body: { code: 'application.submission_failed' },
    });
    const one = `${path}/${draft.id}`;
    expect(await data('GET', one)).toMatchObject({
      statusId: 'Draft',
      invoice: { statusId: 'paid' },
    });
    expect(await refused('POST', `${one}/submit`)).toEqual(nameTaken);
    await anEntity(world, { name: 'Second Choice' });
    expect(await refused('PATCH', one, { name: 'second  CHOICE' })).toEqual(nameTaken);

    const renamed = await data('PATCH', one, { name: ' Third   Choice', extension: 'L.C.' });
    expect(renamed).toMatchObject({
      statusId: 'Draft',
      applicationData: { entityDetails: { name: 'Third Choice', extension: 'L.C.' } },
    });
    // Repeating the rename changes and records nothing.
    expect(await data('PATCH', one, { name: 'Third Choice' })).toEqual(renamed);
    expect(await data('PATCH', one, {})).toEqual(renamed);

    expect(await data('POST', `${one}/submit`)).toEqual({
      ...(renamed as object),
      statusId: 'Pending Review',
      submittedAt: now(),
      nextSteps: {
        signatureRequired: false,
        signatureUrl: null,
        paymentRequired: false,
        informationRequired: false,
        informationUrl: null,
        pollAfterSeconds: 60,
      },
    });
    await world.settle();
    expect(await reviewsOf(world, draft.id)).toHaveLength(1);
    const acts = (await actsOn(draft.id)).filter(({ actor }) => actor === 'operator');
    expect(acts.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toEqual([
      {
        action: 'legal_entity_application.renamed',
        actor: 'operator',
        details: { changed: ['name', 'extension'] },
      },
      { action: 'legal_entity_application.submitted', actor: 'operator', details: {} },
    ]);

    expect(await refused('PATCH', one, { name: 'Too Late' })).toEqual(
      conflict('The application is no longer a draft', 'application.not_draft'),
    );
    expect(await refused('POST', `${one}/submit`)).toEqual(notReady);
  });

  it('accepts only one of several simultaneous submissions', async () => {
    const draft = await aDraft(world, ada.agentKey);
    await anEntity(world, { name: draft.name });
    await pay(world, draft, await aVoucher(world));
    const one = `${path}/${draft.id}`;
    const { data, refused } = operatorOf(world);
    await data('PATCH', one, { name: `${draft.name} Again` });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refused('POST', `${one}/submit`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'application.not_ready')).toHaveLength(4);
    await world.settle();
    expect(await reviewsOf(world, draft.id)).toHaveLength(1);
  });
});

describe('operator changes to an application', () => {
  it('refuse with 409 to submit an application that is unpaid, unsigned or under review', async () => {
    const { refused } = operatorOf(world);
    const unpaid = await aDraft(world, ada.agentKey);
    const unsigned = await aDraft(world, ada.standardKey);
    await pay(world, unsigned, await aVoucher(world));
    const submitted = await aSubmission(world, ada);
    for (const { id } of [unpaid, unsigned, submitted]) {
      expect(await refused('POST', `${path}/${id}/submit`)).toEqual(notReady);
    }
    expect(await refused('POST', `${path}/${unknownId}/submit`)).toEqual(notFound);
  });

  it.each([
    ['an empty name', { name: ' ' }],
    ['no name', { name: null }],
    ['an extension that an LLC can not have', { extension: 'GmbH' }],
  ])('refuse with 400 to rename it with %s', async (_, body) => {
    const { refused } = operatorOf(world);
    const { id } = await aDraft(world, ada.agentKey);
    expect(await refused('PATCH', `${path}/${id}`, body)).toEqual(invalidBody);
    expect(await refused('PATCH', `${path}/${unknownId}`, {})).toEqual(notFound);
  });
});

describe('POST /admin/v1/invoices/{id}/void', () => {
  const notOpen = conflict('The invoice is not open', 'invoice.not_open');

  /** Stores an open invoice for the draft, as a checkout does. */
  async function anOpenInvoice(applicationId: string) {
    const application = await findAnyApplication(world.table, applicationId);
    const id = application?.invoiceId ?? randomUUID();
    const subject = { type: 'legal_entity_application', id: applicationId } as const;
    const fee = { amountCents: 30_000, currency: 'USD' };
    const invoice = { ...openInvoice(id, subject, fee, now()), version: 0 };
    await transact(world.table, { invoice: invoiceWrite(invoice) });
    return invoice;
  }

  it('voids an open invoice once, and a voided invoice cannot be paid', async () => {
    const { data, refused } = operatorOf(world);
    const draft = await aDraft(world, ada.agentKey);
    const { id, subject, amountCents, currency } = await anOpenInvoice(draft.id);
    const voided = await data('POST', `/invoices/${id}/void`);
    expect(voided).toEqual({
      id,
      statusId: 'void',
      amountCents,
      currency,
      subject,
      paidAt: null,
      voucherCode: null,
    });
    expect(await data('GET', `/invoices/${id}`)).toEqual(voided);
    expect(await refused('POST', `/invoices/${id}/void`)).toEqual(notOpen);
    expect(await pay(world, draft, await aVoucher(world))).toMatchObject({
      status: 400,
      body: {
        error: 'Legal entity application invoice is not open for payment',
        code: 'invoice.not_open',
      },
    });
    expect(await actsOn(id)).toEqual([
      {
        action: 'invoice.voided',
        actor: 'operator',
        details: { subjectType: subject.type, subjectId: draft.id },
      },
    ]);
  });

  it('wins or loses against a simultaneous payment, but never both take effect', async () => {
    const { refused, data } = operatorOf(world);
    const draft = await aDraft(world, ada.agentKey);
    const { id } = await anOpenInvoice(draft.id);
    const [voided, paid] = await Promise.all([
      refused('POST', `/invoices/${id}/void`),
      pay(world, draft, await aVoucher(world)),
    ]);
    const outcome = await data('GET', `/invoices/${id}`);
    expect([voided.status, paid.status, outcome]).toMatchObject(
      voided.status === 200 ? [200, 400, { statusId: 'void' }] : [409, 200, { statusId: 'paid' }],
    );
  });

  it('returns 404 for an unknown invoice', async () => {
    const { refused } = operatorOf(world);
    expect(await refused('GET', `/invoices/${unknownId}`)).toEqual(notFound);
    expect(await refused('POST', `/invoices/${unknownId}/void`)).toEqual(notFound);
  });
});
