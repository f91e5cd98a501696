import { person } from '../support/person.ts';
import type { RunningService } from '../support/running-service.ts';

/** The credentials in schemathesis's configuration format. */
export type Credential = Readonly<Record<'bearer' | 'api_key' | 'username' | 'password', string>>;

const email = 'ada@residents.example';
const redirectUri = 'http://localhost:4456/callback';
const scope = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'service:person.details.read',
  'service:person.residency.read',
  'service:person.id_verification.read',
  'service:person.documents.read',
  'service:entity.read',
  'service:entity.documents.read',
  'service:events.read',
];
const agentScopes = [
  'agent:entity.application.create',
  'agent:entity.application.pay',
  'agent:entity.application.read',
  'agent:registry.search',
  'agent:entity.read',
  'agent:entity.documents.read',
  'agent:verify_rpn',
  'agent:entity.filing.create',
  'agent:entity.filing.read',
  'agent:entity.filing.pay',
];

/**
 * One of each kind, by the names of the description's security schemes, and the legal entity that
 * their owner represents.
 */
export async function issueCredentials(service: RunningService) {
  const { operate } = service;
  const ada = await operate('/persons', { email, givenName: 'Ada', surname: 'Lovelace' });
  await operate(`/persons/${ada.id}/residencies`, {
    residencyType: 'Resident',
    effectiveDate: '2024-01-01T00:00:00.000Z',
  });
  const entity = await operate('/legal_entities', {
    optionId: 'llc',
    name: 'Acme',
    extension: 'LLC',
    representatives: [ada.id],
  });
  await service.operateWith('PUT', `/persons/${ada.id}/manifestation_of_will`, {});
  const keys = `/persons/${ada.id}/api_keys`;
  const standard = await operate(keys, { kind: 'standard' });
  const agent = await operate(keys, { kind: 'agent', scopes: agentScopes });
  const integration = await operate('/partner_integrations', { name: 'Partner' });
  const partner = await operate(`/partner_integrations/${integration.id}/keys`, {});
  const client = await service.register({ redirectUris: [redirectUri], scopes: scope });
  const credentials: Readonly<Record<string, Partial<Credential>>> = {
    standardKey: { bearer: String(standard['key']) },
    agentKey: { bearer: String(agent['key']) },
    partnerKey: { bearer: String(partner['key']) },
    oauth: { bearer: await accessToken(service.baseUrl, client, entity.id) },
    clientBasic: { username: client.clientId, password: client.clientSecret },
    awsSigV4: { api_key: service.asOperator },
  };
  return { credentials, entityId: entity.id };
}

async function accessToken(
  baseUrl: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  entityId: string,
): Promise<string> {
  const input = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code' };
  const query = new URLSearchParams({ ...input, scope: scope.join(' ') });
  const arrival = await person(baseUrl, email).answer(`${baseUrl}/api/oauth/authorize?${query}`, {
    legalEntityIds: [entityId],
  });
  const response = await fetch(`${baseUrl}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(arrival.url).searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  // The token endpoint's answer to a new code.
  const { access_token } = (await response.json()) as { readonly access_token?: string };
  if (access_token === undefined) throw new Error('set-up: no access token was given');
  return access_token;
}
