import { randomUUID } from 'node:crypto';
import * as z from 'zod';

/** The part of `.local/demo.json` in use. */
export const SoakDemo = z.object({
  baseUrl: z.string(),
  people: z.object({ ada: z.object({ id: z.string() }) }),
  entities: z.object({ acme: z.object({ residentPermitNumber: z.string() }) }),
});

/** One call of the mix: resolves when it was answered with 200, and throws otherwise. */
export type SoakCall = () => Promise<void>;

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

/** The maximum of an owner's applications, because their list has no pages. */
const applicationsPerOwner = 10;

/**
 * The calls of a soak, in the order in which they are repeated: reads, writes, and pages of every
 * list to which the writes add entries.
 */
export async function soakCalls({
  baseUrl,
  people,
  entities,
}: z.output<typeof SoakDemo>): Promise<Readonly<Record<string, SoakCall>>> {
  async function call(method: string, path: string, authorization?: string, body?: unknown) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // Verification and search have no `data` in their answers.
    return z.object({ data: z.optional(z.unknown()) }).parse(JSON.parse(text)).data;
  }
  const admin = (method: string, path: string, body?: unknown) =>
    call(method, `/admin/v1${path}`, asOperator, body);
  const limits = { perMinute: 1_000_000, perDay: 1_000_000_000 };
  const keyOf = async (path: string, fields: object) => {
    const { key } = z.object({ key: z.string() }).parse(await admin('POST', path, fields));
    return `Bearer ${key}`;
  };
  const aPerson = async () => {
    const email = `${randomUUID()}@soak.example`;
    const { id } = z
      .object({ id: z.string() })
      .parse(await admin('POST', '/persons', { email, givenName: 'Ada', surname: 'Lovelace' }));
    return { id, email };
  };
  const aResident = async () => {
    const person = await aPerson();
    await admin('POST', `/persons/${person.id}/residencies`, { residencyType: 'e-Resident' });
    const key = await keyOf(`/persons/${person.id}/api_keys`, { kind: 'standard', limits });
    return { ...person, key };
  };

  const key = await keyOf(`/persons/${people.ada.id}/api_keys`, { kind: 'standard', limits });
  const { id: integration } = z
    .object({ id: z.string() })
    .parse(await admin('POST', '/partner_integrations', { name: 'Soak' }));
  const partner = await keyOf(`/partner_integrations/${integration}/keys`, {});
  let owner = await aResident();
  let applications = 0;
  const path = '/api/v1/legal_entity_applications';
  const residency = '/api/v1/partner/residency_applications';
  const done =
    (work: () => Promise<unknown>): SoakCall =>
    async () =>
      void (await work());

  return {
    verify_rpn: done(() =>
      call('POST', '/api/v1/verify_rpn', key, { rpn: entities.acme.residentPermitNumber }),
    ),
    'create person': done(aPerson),
    persons: done(() => admin('GET', '/persons?limit=10')),
    search: done(() =>
      call('POST', '/api/v1/registries/legal_entities/search', key, { query: 'coffee' }),
    ),
    'create voucher': done(() => admin('POST', '/vouchers', { kind: 'full' })),
    vouchers: done(() => admin('GET', '/vouchers?limit=10')),
    whoami: done(() => call('GET', '/api/v1/whoami', key)),
    'create application': async () => {
      applications += 1;
      if (applications % applicationsPerOwner === 0) owner = await aResident();
      await call('POST', path, owner.key, { applicationData: application(owner.email) });
    },
    'own applications': done(() => call('GET', path, owner.key)),
    audit: done(() => admin('GET', '/audit?limit=10')),
    'audit by action': done(() => admin('GET', '/audit?action=voucher.created&limit=10')),
    'audit by a rare action': done(() => admin('GET', '/audit?action=partner_integration.created')),
    'partner’s creation': done(() =>
      call('POST', residency, partner, { applicationData: residencyApplication() }),
    ),
    'partner’s list': done(() => call('GET', `${residency}?limit=5`, partner)),
    'reviews of a type and status': done(() =>
      admin('GET', '/reviews?subjectType=amendment&status=approved&limit=10'),
    ),
    'visitor pass': done(() =>
      call('POST', '/api/v1/visitor_pass_applications', undefined, visitorPass()),
    ),
    'visitor passes of a source': done(() =>
      admin('GET', '/visitor_pass_applications?referralSource=Soak&limit=10'),
    ),
  };
}

const address = { line1: '12 Square', city: 'London', postalCode: 'SW1', country: 'GB' };

function application(contactEmail: string) {
  return {
    residencyType: 'e-Resident',
    entityType: 'llc',
    name: `Soak ${randomUUID()}`,
    extension: 'LLC',
    principalOffice: { ...address, country: 'HN' },
    contactEmail,
    registeredAgentProvider: 'registry_employment_solutions',
    registeredAgentDetails: null,
  };
}

function residencyApplication() {
  return {
    residencyType: 'e_resident',
    personalDetails: {
      givenName: 'Ada',
      surname: 'Lovelace',
      email: `${randomUUID()}@soak.example`,
      dateOfBirth: '1990-12-10',
      sex: 'female',
      countryOfBirth: 'GB',
      citizenships: ['GB'],
      alternateNamesAttestation: false,
      criminalBackgroundAttestation: true,
      address,
      phoneNumber: '+44 20 7946 0000',
    },
  };
}

function visitorPass() {
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `${randomUUID()}@soak.example`,
    signature: 'Grace Hopper',
    consentToBackgroundCheck: true,
    referralSource: 'Soak',
  };
}
