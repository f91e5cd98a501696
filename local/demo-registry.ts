import { callerOf } from '../shared/access/auth/authenticate.ts';
import { issueKey } from '../shared/access/usecases/issue-key.ts';
import { signManifestation } from '../shared/access/usecases/manifestation.ts';
import {
  issuePartnerKey,
  registerIntegration,
} from '../shared/access/usecases/partner-integrations.ts';
import type { DocumentDeps } from '../shared/documents/deps/documents.ts';
import { createReferralCode } from '../shared/incorporation/usecases/referral-codes.ts';
import { keys } from '../shared/kernel/db/keys.ts';
import { transact } from '../shared/kernel/db/transact.ts';
import { assign } from '../shared/kernel/db/update.ts';
import { agentScopes, oauthScopes, partnerScopes } from '../shared/kernel/domain/scopes.ts';
import { registerClient } from '../shared/oauth/usecases/register-client.ts';
import { createVoucher } from '../shared/payments/usecases/vouchers.ts';
import { registerPerson } from '../shared/people/usecases/register-person.ts';
import { grantResidency } from '../shared/people/usecases/residency.ts';
import type { Actor } from '../shared/platform/domain/audit-entry.ts';
import { importEntity } from '../shared/registry/usecases/import-entity.ts';
import { changeStaff } from '../shared/staff/usecases/staff.ts';
import { seedResidencyApplications } from './demo-applications.ts';
import type { DemoDeps } from './demo-deps.ts';
import { demoOffice, issueDemoDocuments } from './demo-documents.ts';
import { demoNames } from './demo-names.ts';
import { demoOperator, demoReviewer } from './demo-reviewer.ts';
import { seedWebhookEndpoint } from './demo-webhooks.ts';
import type { Addresses } from './runtime.ts';

const actor: Actor = { kind: 'system', id: null, personId: null };
const generatedEntities = 100;
/** How many of the generated entities are written in parallel. */
const writers = 8;

export type Demo = Awaited<ReturnType<typeof seedDemoRegistry>>;

/** Fills an empty registry with the people, entities and credentials of the demo. */
export async function seedDemoRegistry({ baseUrl, localUrl }: Addresses, deps: DemoDeps) {
  const [ada, grace, mary] = await Promise.all([
    aPerson('ada', 'Ada', 'Lovelace', '2024-01-01', null, deps),
    aPerson('grace', 'Grace', 'Hopper', '2024-01-01', null, deps),
    aPerson('mary', 'Mary', 'Somerville', '2022-01-01', '2023-01-01T00:00:00.000Z', deps),
  ]);
  const reviewer = await anEmployee(demoReviewer, 'Rosa', 'Reviewer', deps);
  const operator = await anEmployee(demoOperator, 'Oscar', 'Operator', deps);
  const roles = { type: 'add', roles: ['operator'], subjectTypes: null } as const;
  await changeStaff(operator.id, roles, actor, deps);
  const code = { code: 'ADA-REFERS', ownerType: 'natural_person', ownerId: ada.id } as const;
  const { code: referralCode } = await createReferralCode(code, actor, deps);
  const dorothy = await aPerson(
    'dorothy',
    'Dorothy',
    'Vaughan',
    '2024-01-01',
    null,
    deps,
    referralCode,
  );
  const agreements = ['e-Resident', 'Resident'] as const;
  await signManifestation(ada.id, { agreements, signature: null }, actor, deps);
  const agent = (label: string, scopes: readonly string[]) => agentKey(ada.id, label, scopes, deps);
  return {
    baseUrl,
    people: {
      ada: {
        ...ada,
        agentKey: await agent('every scope', agentScopes),
        readOnlyAgentKey: await agent(
          'read scopes',
          agentScopes.filter((scope) => /read|search|verify/.test(scope)),
        ),
        noScopeAgentKey: await agent('one unrelated scope', ['agent:person.documents.read']),
        referralCode,
        referred: { id: dorothy.id, email: dorothy.email },
        webhookEndpoint: await seedWebhookEndpoint(ada.id, localUrl, deps),
      },
      grace,
      mary,
    },
    entities: await seedEntities(ada.id, grace.id, deps),
    vouchers: await seedVouchers(deps),
    ...(await seedClients(deps)),
    partners: await seedPartners(deps),
    reviewer,
    operator,
  };
}

/** A registry employee with an account. */
async function anEmployee(email: string, givenName: string, surname: string, deps: DocumentDeps) {
  const { id } = await registerPerson(
    {
      email,
      givenName,
      surname,
      dateOfBirth: null,
      sex: null,
      countryOfBirth: null,
      citizenships: [],
      address: null,
      phoneNumber: null,
      referralCode: null,
    },
    actor,
    deps,
  );
  return { id, email };
}

async function aPerson(
  alias: string,
  givenName: string,
  surname: string,
  since: string,
  until: string | null,
  deps: DocumentDeps,
  referralCode: string | null = null,
) {
  const email = `${alias}@residents.example`;
  const person = await registerPerson(
    {
      email,
      givenName,
      surname,
      dateOfBirth: '1990-05-17',
      sex: 'female',
      countryOfBirth: 'GB',
      citizenships: ['GB'],
      address: {
        line1: '12 Harbour Street',
        city: 'Port Town',
        postalCode: '10101',
        country: 'HN',
      },
      phoneNumber: '+50422000000',
      referralCode,
    },
    actor,
    deps,
  );
  const { person: resident } = await grantResidency(
    person.id,
    {
      residencyType: 'e-Resident',
      effectiveDate: `${since}T00:00:00.000Z`,
      terminationDate: until,
    },
    actor,
    deps,
  );
  const standard = { kind: 'standard', label: 'demo: standard', scopes: [], limits: null } as const;
  const { secret } = await issueKey(person.id, standard, actor, deps);
  return {
    id: person.id,
    email,
    residentPermitNumber: resident.residentPermitNumber,
    standardKey: secret,
  };
}

async function agentKey(
  personId: string,
  label: string,
  scopes: readonly string[],
  deps: DocumentDeps,
) {
  const request = { kind: 'agent', label: `demo: ${label}`, scopes, limits: null } as const;
  return (await issueKey(personId, request, actor, deps)).secret;
}

async function seedEntities(ada: string, grace: string, deps: DemoDeps) {
  const acme = await anEntity(
    'Acme',
    'ada',
    { representatives: [ada], createdViaAPI: true, principalOfficeAddress: demoOffice },
    {
      ...deps,
      // Yields 80000000000012, the number in the documentation's examples.
      random: () => Uint8Array.of(0, 0, 0, 0, 0, 12),
    },
  );
  await issueDemoDocuments(acme.id, deps);
  const entities = {
    acme,
    legacy: await anEntity('Legacy Holdings', 'ada', { representatives: [ada] }, deps),
    overdue: await anEntity(
      'Overdue Ventures',
      'ada',
      { representatives: [ada], createdViaAPI: true, taxState: 'overdue' },
      deps,
    ),
    nonprofit: await anEntity(
      'Reef Guardians',
      'ada',
      { representatives: [ada], optionId: 'nonprofit', extension: 'Association' },
      deps,
    ),
    foreign: await anEntity('Grace Computing', 'grace', { representatives: [grace] }, deps),
  };
  const names = demoNames(generatedEntities);
  const perWriter = Math.ceil(names.length / writers);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (const name of names.slice(writer * perWriter, (writer + 1) * perWriter)) {
        await anEntity(name, 'nobody', {}, deps);
      }
    }),
  );
  return entities;
}

async function anEntity(
  name: string,
  representative: string,
  fields: Partial<Parameters<typeof importEntity>[0]>,
  deps: DocumentDeps,
) {
  const { entity } = await importEntity(
    { optionId: 'llc', name, extension: 'LLC', ...fields },
    actor,
    deps,
  );
  const { id, residentPermitNumber, createdViaAPI } = entity;
  return { id, name, residentPermitNumber, representative, createdViaAPI };
}

async function seedVouchers(deps: DocumentDeps) {
  const full = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await createVoucher({ kind: 'full' }, actor, deps)).code,
    ),
  );
  const { code: partial } = await createVoucher({ kind: 'percent', value: 50 }, actor, deps);
  const { code: expired } = await createVoucher(
    { kind: 'full', expiresAt: '2025-01-01T00:00:00.000Z' },
    actor,
    deps,
  );
  const { code: redeemed } = await createVoucher({ kind: 'full' }, actor, deps);
  await transact(deps.table, {
    voucher: assign(keys.voucher(redeemed), {
      redeemedAt: deps.now().toISOString(),
      redeemedFor: { type: 'legal_entity_application', id: deps.newId() },
    }),
  });
  return { full, partial, expired, redeemed };
}

async function seedClients(deps: DocumentDeps) {
  const redirectUri = 'https://client.example/callback';
  const { client, clientSecret } = await registerClient(
    {
      name: 'Demo client',
      // The second belongs to the guide's local application.
      redirectUris: [redirectUri, 'http://localhost:4455/callback'],
      scopes: [...oauthScopes],
    },
    actor,
    deps,
  );
  const publicClient = await registerClient(
    {
      clientId: 'eprospera-cli',
      name: 'Command line',
      public: true,
      redirectUris: [],
      scopes: [...oauthScopes],
    },
    actor,
    deps,
  );
  return {
    oauthClient: { clientId: client.clientId, clientSecret, redirectUri },
    publicClient: { clientId: publicClient.client.clientId },
  };
}

async function aPartner(name: string, deps: DemoDeps) {
  const redirectOrigins = ['https://partner.example', 'http://localhost:3000'];
  const { id } = await registerIntegration({ name, redirectOrigins }, actor, deps);
  const { key, secret } = await issuePartnerKey(
    id,
    { label: 'demo', scopes: [...partnerScopes] },
    actor,
    deps,
  );
  const partner = { integrationId: id, name, redirectOrigins, scopes: [...partnerScopes] };
  return { partner: { ...partner, partnerKey: secret }, key };
}

/** Partner One has residency applications, which Partner Two can't see. */
async function seedPartners(deps: DemoDeps) {
  const [one, two] = await Promise.all([
    aPartner('Partner One', deps),
    aPartner('Partner Two', deps),
  ]);
  const caller = callerOf(one.key);
  if (caller.kind !== 'partner') throw new Error('a Partner Key is that of a partner');
  const residencyApplications = await seedResidencyApplications(caller, actor, deps);
  return { one: { ...one.partner, residencyApplications }, two: two.partner };
}
