import { verifyWebhook } from '../../packages/client/src/index.ts';
import { visitor } from '../support/visitor.ts';
import { callerOf, field, text } from './caller.ts';
import type { Deployment } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { eventually } from './eventually.ts';
import { mails } from './mailbox.ts';
import type { Operator } from './operator.ts';
import { openReceiver } from './receiver.ts';

export interface Journey {
  readonly emulator: Emulator;
  readonly deployment: Deployment;
  readonly operator: Operator;
  /** Distinguishes journeys; part of their names and addresses. */
  readonly name: string;
}

export interface Traveller {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

/** The results of a journey, to find them again. */
export interface Arrived extends Traveller {
  readonly entity: string;
  readonly rpn: string;
}

/** A person with a residency and a Standard Key. */
export async function person({ operator, name }: Journey): Promise<Traveller> {
  const email = `${name}@travellers.example`;
  const made = await operator(
    'persons',
    'create',
    '--email',
    email,
    '--given-name',
    'Ada',
    '--surname',
    'Lovelace',
  );
  const id = text(made, 'data.id');
  await operator('residencies', 'grant', id, '--residency-type', 'e-Resident');
  const issued = await operator('keys', 'issue', id, '--kind', 'standard', '--label', 'rehearsal');
  return { id, email, key: text(issued, 'data.key') };
}

/** An LLC, from the application to the registered entity with its two documents. */
export async function incorporate(journey: Journey, { key }: Traveller) {
  const { operator, deployment, name } = journey;
  const call = callerOf(deployment.url, key);
  const created = await call('POST', '/api/v1/legal_entity_applications', {
    applicationData: {
      residencyType: 'e-Resident',
      entityType: 'llc',
      name: `Rehearsal ${name}`,
      extension: 'LLC',
      principalOffice: {
        line1: '1 Harbour Street',
        city: 'Port Town',
        postalCode: '10100',
        country: 'HN',
      },
      contactEmail: `${name}@travellers.example`,
      registeredAgentProvider: 'registry_employment_solutions',
      registeredAgentDetails: null,
    },
  });
  const application = text(created, 'data.id');
  const path = `/api/v1/legal_entity_applications/${application}`;
  await call('POST', `${path}/pay/voucher`, { voucherCode: await voucher(operator) });
  await sign(journey, text(created, 'nextSteps.signature'), 'Ada Lovelace');

  await approve(operator, application);
  const entity = await eventually('the approved entity', async () => {
    const data = await call('GET', path);
    return field(data, 'data.statusId') === 'Approved'
      ? text(data, 'data.legalEntityId')
      : undefined;
  });
  const documents = await eventually('two documents', async () => {
    const { data } = await call('GET', `/api/v1/legal_entities/${entity}/documents`);
    return Array.isArray(data) && data.length === 2 ? data : undefined;
  });
  for (const document of documents) await expectPdf(text(document, 'fileUrl'));
  const rpn = text(
    await call('GET', `/api/v1/legal_entities/${entity}`),
    'data.residentPermitNumber',
  );
  const verified = await call('POST', '/api/v1/verify_rpn', { rpn });
  if (verified['active'] !== true)
    throw new Error(`${rpn} is not active: ${JSON.stringify(verified)}`);
  return { entity, rpn };
}

/** A Certificate of Good Standing, issued without a reviewer, and verified by anyone. */
export async function certify(
  { operator, deployment }: Journey,
  { key }: Traveller,
  entity: string,
) {
  const call = callerOf(deployment.url, key);
  const path = `/api/v1/legal_entities/${entity}/certificate_requests`;
  const request = text(await call('POST', path, {}), 'data.id');
  await call('POST', `${path}/${request}/pay/voucher`, { voucherCode: await voucher(operator) });
  const url = await eventually('the certificate', async () => {
    const data = await call('GET', `${path}/${request}`);
    return field(data, 'data.statusId') === 'Issued' ? text(data, 'data.documentUrl') : undefined;
  });
  await expectPdf(url);
}

/**
 * Signs in to the portal with the emailed code, and opens a page that needs it. Resolves to the
 * browser.
 */
export async function signIn({ emulator, deployment }: Journey, { email }: Traveller) {
  const browser = visitor(deployment.pagesUrl);
  const before = (await mails(emulator)).length;
  await browser.open('/portal/sign-in');
  await browser.send('/portal/sign-in', { email });
  const code = await eventually('the mail with the code', async () => {
    const emails = (await mails(emulator)).slice(before).filter(({ To }) => To.includes(email));
    return emails.flatMap(({ BodyText }) => /(?<![\w-])\d{6}\b/.exec(BodyText ?? '') ?? []).at(-1);
  });
  await browser.send('/portal/sign-in/code', { code });
  const page = await browser.open('/portal');
  if (page.status !== 200) throw new Error(`/portal: ${page.status} after the code`);
  return browser;
}

/**
 * Renames an entity: filed with an Agent Key, signed in the portal, paid with a voucher, approved.
 * A webhook reports the approval to a local receiver, signed.
 */
export async function amend(journey: Journey, traveller: Traveller, entity: string): Promise<void> {
  const { operator, deployment, name } = journey;
  await operator('will', 'sign', traveller.id);
  const scopes = ['filing.create', 'filing.read', 'filing.pay'].map((each) => `entity.${each}`);
  const issued = await operator(
    ...['keys', 'issue', traveller.id, '--kind', 'agent', '--label', 'rehearsal'],
    ...[...scopes, 'webhooks.manage'].flatMap((scope) => ['--scopes', `agent:${scope}`]),
  );
  const call = callerOf(deployment.url, text(issued, 'data.key'));
  await using receiver = await openReceiver();
  const endpoint = await call('POST', '/api/v1/webhook_endpoints', { url: receiver.url });

  const amendments = `/api/v1/legal_entities/${entity}/amendments`;
  const filed = await call('POST', amendments, { name: `Renamed ${name}` });
  const filing = `${amendments}/${text(filed, 'data.id')}`;
  await sign(
    journey,
    text(filed, 'nextSteps.signatureUrl'),
    'Ada Lovelace',
    await signIn(journey, traveller),
  );
  const paid = await call('POST', `${filing}/pay/voucher`, {
    voucherCode: await voucher(operator),
  });
  if (field(paid, 'data.statusId') !== 'Pending Review') {
    throw new Error(`the paid amendment: ${JSON.stringify(paid)}`);
  }
  await approve(operator, text(filed, 'data.id'));
  await eventually('the approved amendment', async () => {
    const data = await call('GET', filing);
    return field(data, 'data.statusId') === 'Approved' || undefined;
  });
  const message = await eventually('the webhook of the approval', async () =>
    receiver.received.find(({ body }) => body.includes('amendment.approved')),
  );
  await verifyWebhook({ ...message, secret: text(endpoint, 'data.secret') });
}

/**
 * A residency that a partner applies for, from the integration to the applicant's permit number.
 */
export async function apply(journey: Journey): Promise<void> {
  const { operator, deployment, name } = journey;
  const made = await operator('integrations', 'create', '--name', `Partner ${name}`);
  const issued = await operator('integrations', 'keys', 'issue', text(made, 'data.id'));
  const call = callerOf(deployment.url, text(issued, 'data.key'));
  const applications = '/api/v1/partner/residency_applications';
  const created = await call('POST', applications, {
    applicationData: {
      residencyType: 'e_resident',
      personalDetails: {
        givenName: 'Katherine',
        surname: 'Johnson',
        email: `katherine.${name}@applicants.example`,
        dateOfBirth: '1988-08-26',
        sex: 'female',
        countryOfBirth: 'US',
        citizenships: ['US'],
        alternateNamesAttestation: false,
        criminalBackgroundAttestation: true,
        address: {
          line1: '12 Orbit Street',
          city: 'Port Town',
          postalCode: '10100',
          country: 'HN',
        },
        phoneNumber: '+504 5550 0142',
        proofOfAddressSwornStatement: { agreed: true, signature: 'Katherine Johnson' },
      },
      information: { residencyReason: 'Remote business' },
    },
  });
  const id = text(created, 'data.id');
  const path = `${applications}/${id}`;
  await sign(journey, text(created, 'data.nextSteps.agreementUrl'), 'Katherine Johnson');
  await call('POST', `${path}/pay/voucher`, { voucherCode: await voucher(operator) });
  await operator('residency-applications', 'verify', id, '--status', 'approved');
  await call('POST', `${path}/submit`);
  await approve(operator, id);
  const rpn = await eventually('the permit number of the applicant', async () => {
    const data = await call('GET', path);
    return field(data, 'data.statusId') === 'Approved'
      ? text(data, 'data.residentPermitNumber')
      : undefined;
  });
  if (!/^\d{14}$/.test(rpn)) throw new Error(`${rpn} is no permit number`);
}

/** Approves the review of a submission, once it exists. */
async function approve(operator: Operator, subject: string): Promise<void> {
  const review = await eventually(`the review of ${subject}`, async () => {
    const list = await operator('reviews', 'list', '--subject-id', subject);
    const [found] = Array.isArray(list['data']) ? list['data'] : [];
    return found === undefined ? undefined : text(found, 'id');
  });
  await operator('reviews', 'approve', review);
}

async function voucher(operator: Operator): Promise<string> {
  return text(await operator('vouchers', 'create', '--kind', 'full'), 'data.code');
}

/** Opens a link of the service on this machine, and signs there. */
async function sign(
  { deployment }: Journey,
  link: string,
  signerName: string,
  browser = visitor(deployment.pagesUrl),
): Promise<void> {
  if (!link.startsWith(deployment.links)) throw new Error(`${link} leads elsewhere`);
  const path = link.slice(deployment.links.length);
  await browser.open(path);
  const signed = await browser.send(path, { signerName, agree: 'yes' });
  if (signed.status >= 400) throw new Error(`the signature: ${signed.status} ${signed.text}`);
}

async function expectPdf(url: string): Promise<void> {
  const answer = await fetch(url);
  const begin = (await answer.text()).slice(0, 5);
  if (!answer.ok || begin !== '%PDF-')
    throw new Error(`${answer.status} and ${begin} in place of a PDF`);
}
