import { randomUUID } from 'node:crypto';
import { transact } from '../../shared/kernel/db/transact.ts';
import { newProofOfAddressWrite } from '../../shared/residency/db/residency-applications.ts';
import { aDateOfBirth } from './people.ts';
import { created } from './registry.ts';
import { visitor } from './visitor.ts';
import type { Answer, World } from './world.ts';

export const applicationsPath = '/api/v1/partner/residency_applications';

/** The only origin that partners of the tests may send applicants to. */
export const partnerOrigin = 'https://partner.example';

export interface Partner {
  readonly integrationId: string;
  readonly key: string;
}

/** An integration with a key; without `scopes`, the key has all scopes. */
export async function aPartner(
  world: World,
  { scopes, ...fields }: { readonly scopes?: readonly string[] } & Record<string, unknown> = {},
): Promise<Partner> {
  const { id } = await created(world, '/partner_integrations', {
    name: 'Harbour Partners',
    redirectOrigins: [partnerOrigin],
    ...fields,
  });
  return { integrationId: id, key: await aPartnerKey(world, id, scopes) };
}

export async function aPartnerKey(world: World, integrationId: string, scopes?: readonly string[]) {
  const { key } = await created(world, `/partner_integrations/${integrationId}/keys`, { scopes });
  return String(key);
}

let applicants = 0;

/** The personal details of someone new; `fields` override them, undefined ones are left out. */
export function personalDetails(fields: Readonly<Record<string, unknown>> = {}) {
  applicants += 1;
  return {
    givenName: 'Ada',
    surname: 'Lovelace',
    email: `ada-${applicants}@people.example`,
    dateOfBirth: aDateOfBirth(),
    sex: 'female',
    countryOfBirth: 'GB',
    citizenships: ['GB', 'HN'],
    alternateNamesAttestation: false,
    criminalBackgroundAttestation: true,
    address: { line1: '12 Square', city: 'London', postalCode: 'SW1', country: 'GB' },
    phoneNumber: '+44 20 7946 0000',
    ...fields,
  };
}

/** The sworn statement that replaces an upload. */
export const sworn = {
  proofOfAddressSwornStatement: { agreed: true, signature: 'Ada Lovelace', locale: 'en' },
} as const;

export function applicationData(
  details: Readonly<Record<string, unknown>> = {},
  residencyType = 'e_resident',
) {
  return { residencyType, personalDetails: personalDetails(details) };
}

/** An application as its partner sees it, by the contract's schema. */
export type Seen = {
  readonly id: string;
  readonly version: number;
  readonly statusId: string;
  readonly applicationData: Readonly<Record<string, unknown>> & {
    readonly residencyType: string;
    readonly personalDetails: Readonly<Record<string, unknown>>;
    readonly aoc: Readonly<Record<string, unknown>>;
  };
  readonly nextSteps: Readonly<Record<string, unknown>>;
} & Readonly<Record<string, unknown>>;

export function seen({ status, body }: Pick<Answer, 'status' | 'body'>): Seen {
  if (status !== 200) throw new Error(`set-up: answered ${status} ${JSON.stringify(body)}`);
  return (body as { data: Seen }).data; // the status was just checked
}

/** The routes, as one partner calls them. */
export function partnerCalls(world: World, { key }: Pick<Partner, 'key'>) {
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    world.call(method, applicationsPath + path, { key, body, headers });
  return {
    call,
    create: (body: unknown, headers = {}) => call('POST', '', body, headers),
    get: (id: string) => call('GET', `/${id}`),
    list: (query = '') => call('GET', query),
    patch: (id: string, body: unknown, headers = {}) => call('PATCH', `/${id}`, body, headers),
    pay: (id: string, voucherCode: string, headers = {}) =>
      call('POST', `/${id}/pay/voucher`, { voucherCode }, headers),
    submit: (id: string, headers = {}) => call('POST', `/${id}/submit`, undefined, headers),
    documents: (id: string) => call('GET', `/${id}/documents`),
    checkout: (id: string, fields = {}, headers = {}) =>
      call(
        'POST',
        `/${id}/checkout_session`,
        { paymentProvider: 'cardpay', redirectUrl: `${partnerOrigin}/paid`, ...fields },
        headers,
      ),
  };
}

/** A draft with a sworn statement, so that it can be paid; `data` are its application data. */
export async function aPartnerDraft(
  world: World,
  partner: Partner,
  residencyType = 'e_resident',
  details: Readonly<Record<string, unknown>> = sworn,
) {
  const data = applicationData(details, residencyType);
  const body = { applicationData: data, reference: 'order-7' };
  const draft = seen(await partnerCalls(world, partner).create(body));
  return { id: draft.id, data, draft };
}

/** The applicant accepts the agreement; returns the status of the page. */
export async function acceptAgreement(world: World, application: Seen): Promise<void> {
  const { pathname } = new URL(String(application.nextSteps['agreementUrl']));
  const applicant = visitor(world.baseUrl);
  await applicant.open(pathname);
  await applicant.send(pathname, { signerName: 'Ada Lovelace', agree: 'yes' });
}

/** An operator's verification of the applicant's identity. */
export function verify(world: World, id: string, status = 'approved') {
  return world.admin('POST', `/residency_applications/${id}/verification`, { status });
}

/** A complete draft. */
export async function aReadyApplication(world: World, partner: Partner) {
  const { id, draft, data } = await aPartnerDraft(world, partner);
  const { pay, get } = partnerCalls(world, partner);
  const { code } = await created(world, '/vouchers', { kind: 'full' });
  await acceptAgreement(world, draft);
  seen(await pay(id, String(code)));
  await verify(world, id);
  const ready = seen(await get(id));
  if (ready.nextSteps['submitReady'] !== true) throw new Error('set-up: not ready');
  return { id, data, application: ready };
}

/** Status with the `code` of a refusal, or its message if it has none. */
export function refusalOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const { error, code } = body as { error: string; code?: string };
  return `${status} ${code ?? error}`;
}

/** An upload for the application, as the upload route stores it. */
export async function anUpload(
  world: World,
  { integrationId }: Pick<Partner, 'integrationId'>,
  applicationId: string,
): Promise<string> {
  const id = randomUUID();
  await transact(world.table, {
    proof: newProofOfAddressWrite({
      id,
      applicationId,
      integrationId,
      contentType: 'application/pdf',
      size: 1,
      sha256: '0'.repeat(64),
      objectKey: 'proofs/0',
      createdAt: new Date(world.clock.now).toISOString(),
    }),
  });
  return id;
}
