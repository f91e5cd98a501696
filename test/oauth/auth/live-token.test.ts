import { importJWK, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeKey, hashKey, type KeyPrefix } from '../../../shared/access/auth/api-key.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { create, transact, type Write } from '../../../shared/kernel/db/transact.ts';
import type { OAuthRule } from '../../../shared/kernel/domain/auth-rule.ts';
import { resolveAccessToken, resolveOAuthCaller } from '../../../shared/oauth/auth/oauth-caller.ts';
import {
  generateSigningKey,
  type PrivateJwk,
  publicHalf,
} from '../../../shared/oauth/auth/signing-keys.ts';
import { clientItem, type StoredClient } from '../../../shared/oauth/db/oauth-clients.ts';
import { newConsentWrite, type StoredConsent } from '../../../shared/oauth/db/oauth-consents.ts';
import {
  newGrantWrite,
  revokedTokenItem,
  type StoredGrant,
} from '../../../shared/oauth/db/oauth-grants.ts';
import { newPersonWrites, type StoredPerson } from '../../../shared/people/db/people.ts';
import { nobody, refusal } from '../../support/people.ts';
import { freshTable, type TestTable } from '../../support/table.ts';

/** An access token grants only what its grant, consent, client and account still allow. */

const at = '2026-03-01T12:00:00.000Z';
const issuer = 'https://registry.example';
const audience = 'registry-api';
const all = ['openid', 'service:entity.read', 'service:person.details.read'];

const ada: StoredPerson = {
  ...nobody,
  id: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  residentPermitNumber: null,
  residency: null,
  status: 'active',
  activeKeys: 0,
  credentialEpoch: 1,
  createdAt: at,
  version: 1,
};
const client: StoredClient = {
  clientId: 'client',
  name: 'Client',
  logo: null,
  public: true,
  redirectUris: [],
  scopes: all,
  active: true,
  secrets: [],
  publisher: null,
  ownerId: null,
  reviewState: null,
  reviewReason: null,
  proposed: null,
  revision: 0,
  privacyUri: null,
  grantTypes: null,
  requestObjectKeys: [],
  jwksUri: null,
  attestationAnchors: [],
  postLogoutRedirectUris: [],
  frontchannelLogoutUri: null,
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: false,
  tokenEndpointAuthMethod: 'none',
  requirePushedAuthorizationRequests: false,
  dpopBoundAccessTokens: false,
  strictDpopProofs: false,
  idTokenSignedResponseAlg: 'RS256',
  createdAt: at,
};
const consent: StoredConsent = {
  id: 'consent',
  personId: 'ada',
  clientId: 'client',
  scopes: all,
  legalEntityIds: ['acme', 'zenith'],
  credentialEpoch: 1,
  createdAt: at,
  updatedAt: at,
  version: 0,
};
const grant: StoredGrant = {
  id: 'grant',
  consentId: 'consent',
  personId: 'ada',
  clientId: 'client',
  scopes: all,
  scope: all.join(' '),
  legalEntityIds: ['acme', 'other'],
  credentialEpoch: 1,
  authTime: at,
  amr: ['otp'],
  authorizedAt: at,
  nonce: null,
  createdAt: at,
  lastUsedAt: at,
  revokedAt: null,
  refreshExpiresAt: '2026-08-01T12:00:00.000Z',
};
const iat = Date.parse(at) / 1000;
const claims = {
  iss: issuer,
  aud: audience,
  sub: 'ada',
  client_id: 'client',
  scope: 'openid service:entity.read',
  jti: 'token',
  iat,
  exp: iat + 3600,
  grant_id: 'grant',
};

let key: PrivateJwk;
let table: TestTable;

beforeAll(async () => {
  key = await generateSigningKey();
});
beforeEach(async () => {
  table = await freshTable();
});

const authority = {
  issuer,
  audience,
  keys: {
    find: async (kid: string) =>
      kid === key.kid ? importJWK({ ...publicHalf(key) }, 'RS256') : null,
  },
  now: () => new Date(at),
};

/** What is stored; a part that is null is left out. */
interface Stored {
  readonly grant?: Partial<StoredGrant> | null;
  readonly consent?: Partial<StoredConsent> | null;
  readonly person?: Partial<StoredPerson> | null;
  readonly client?: Partial<StoredClient> | null;
  readonly revoked?: string;
}

async function store(parts: Stored = {}): Promise<void> {
  const person = newPersonWrites({ ...ada, ...parts.person });
  const writes: Record<string, Write | undefined> = {
    grant: parts.grant === null ? undefined : newGrantWrite({ ...grant, ...parts.grant }),
    consent: parts.consent === null ? undefined : newConsentWrite({ ...consent, ...parts.consent }),
    ...(parts.person !== null && { person: person.person }),
    client:
      parts.client === null
        ? undefined
        : create({ ...keys.oauthClient('client'), ...clientItem({ ...client, ...parts.client }) }),
    revoked:
      parts.revoked === undefined
        ? undefined
        : create({
            ...keys.revokedToken(parts.revoked),
            ...revokedTokenItem(parts.revoked, at, 0),
          }),
  };
  await transact(table, writes);
}

const token = async (changes: Partial<typeof claims> = {}) =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    .sign(await importJWK({ ...key }, 'RS256'));
const resolve = async (changes: Partial<typeof claims> = {}) =>
  resolveAccessToken(table, await token(changes), authority);

describe('an access token', () => {
  it('grants the scopes and entities that user and client still allow', async () => {
    await store();
    expect(await resolve()).toEqual({
      claims,
      person: ada,
      client,
      scopes: ['openid', 'service:entity.read'],
      legalEntityIds: ['acme'],
      agentKey: null,
    });
  });

  it.each([
    ['the grant', { grant: { scopes: ['openid'] } }],
    ['the consent', { consent: { scopes: ['openid'] } }],
    ['the client', { client: { scopes: ['openid'] } }],
  ])('grants only the scopes that %s has now', async (_, parts) => {
    await store(parts);
    expect((await resolve())?.scopes).toEqual(['openid']);
  });

  it.each([
    ['its grant does not exist', { grant: null }],
    ['its grant was revoked', { grant: { revokedAt: at } }],
    ['its grant belongs to another client', { grant: { clientId: 'other' } }],
    ['its grant belongs to another person', { grant: { personId: 'ben' } }],
    ['its grant predates a deactivation of the account', { grant: { credentialEpoch: 0 } }],
    ['the consent was withdrawn', { consent: null }],
    ['the consent was replaced by a new one', { consent: { id: 'another' } }],
    ['the consent predates a deactivation of the account', { consent: { credentialEpoch: 0 } }],
    ['the person does not exist', { person: null }],
    ['the account is deactivated', { person: { status: 'deactivated' } }],
    ['the account was deactivated and reactivated', { person: { credentialEpoch: 2 } }],
    ['the client does not exist', { client: null }],
    ['the client is inactive', { client: { active: false } }],
    ['it was revoked', { revoked: 'token' }],
  ] as const)('is invalid if %s', async (_, parts) => {
    await store(parts);
    expect(await resolve()).toBeNull();
  });

  it('stays valid when another token is revoked', async () => {
    await store({ revoked: 'another' });
    expect(await resolve()).not.toBeNull();
  });

  it('that is malformed or expired is refused without reading the table', async () => {
    await store();
    let reads = 0;
    table.proxy.beforeNext(
      (_, operation) => operation === 'BatchGetItem',
      async () => {
        reads += 1;
      },
    );
    expect(await resolveAccessToken(table, 'a.b.c', authority)).toBeNull();
    expect(await resolve({ exp: iat })).toBeNull();
    expect(reads).toBe(0);
    table.proxy.disarm();
  });
});

describe('a caller of /api/v1/me', () => {
  const users: OAuthRule = { scheme: 'oauth', scope: 'service:entity.read' };
  const withAgents: OAuthRule = { ...users, agentScope: 'agent:person.details.read' };
  /** A request with the credential as a bearer token. */
  const sent = (credential: string | null) => ({
    credential,
    scheme: 'Bearer' as const,
    proof: undefined,
    method: 'GET',
    url: 'https://registry.example/api/v1/me/natural-person',
  });
  const ask = (rule: OAuthRule, credential: string | null) =>
    refusal(resolveOAuthCaller(rule, sent(credential), { ...authority, table }, authority));

  let made = 0;
  async function aKey(prefix: KeyPrefix, kind: string, fields: object = {}): Promise<string> {
    made += 1;
    const secret = composeKey(prefix, new Uint8Array(32).fill(made));
    const hash = hashKey(secret);
    const item = {
      id: 'k',
      hash,
      kind,
      ownerId: 'ada',
      label: null,
      scopes: [],
      limits: null,
      lastFour: 'abcd',
      createdAt: at,
      revokedAt: null,
      gatewayValue: 'g',
      gatewayKeyId: null,
      integrationActive: true,
      ...fields,
    };
    await transact(table, { key: create({ ...keys.apiKey(hash), ...item }) });
    return secret;
  }

  it('is resolved to the user, the client and what the token grants', async () => {
    await store();
    expect(
      await resolveOAuthCaller(users, sent(await token()), { ...authority, table }, authority),
    ).toEqual({
      kind: 'oauth',
      personId: 'ada',
      clientId: 'client',
      grantId: 'grant',
      scopes: ['openid', 'service:entity.read'],
      legalEntityIds: ['acme'],
      person: ada,
    });
  });

  it('needs a valid token with the required scope', async () => {
    await store();
    expect(await ask(users, null)).toBe('401 access_token.missing');
    expect(await ask(users, 'a.b.c')).toBe('401 access_token.invalid');
    expect(await ask(users, await token({ exp: iat }))).toBe('401 access_token.invalid');
    expect(await ask(users, await token({ scope: 'openid' }))).toBe(
      '401 access_token.missing_scope',
    );
  });

  it('cannot use an API key of any kind if the route does not allow agents', async () => {
    const scopes = ['agent:person.details.read'];
    for (const [prefix, kind] of [
      ['sk-', 'standard'],
      ['ak-', 'agent'],
      ['pk-', 'partner'],
    ] as const) {
      expect(await ask(users, await aKey(prefix, kind, { scopes }))).toBe(
        '401 access_token.invalid',
      );
    }
  });

  it('can use an Agent Key with the required scope if the route allows agents', async () => {
    const scopes = ['agent:person.details.read'];
    const agent = await aKey('ak-', 'agent', { scopes });
    expect(
      await resolveOAuthCaller(withAgents, sent(agent), { ...authority, table }, authority),
    ).toMatchObject({
      kind: 'agent',
      personId: 'ada',
      scopes,
    });
    expect(await ask(withAgents, await aKey('ak-', 'agent'))).toBe(
      '403 api_key.insufficient_permissions',
    );
    expect(await ask(withAgents, await aKey('sk-', 'standard', { scopes }))).toBe(
      '403 api_key.standard_not_supported',
    );
    expect(await ask(withAgents, await aKey('pk-', 'partner', { scopes }))).toBe(
      '401 access_token.invalid',
    );
    const suspended = { scopes, integrationActive: false };
    expect(await ask(withAgents, await aKey('pk-', 'partner', suspended))).toBe(
      '401 access_token.invalid',
    );
    // The prefix is an agent's, the stored kind is not: the stored kind decides.
    expect(await ask(withAgents, await aKey('ak-', 'partner', { scopes }))).toBe(
      '401 access_token.invalid',
    );
  });

  it('gets access_token.invalid for an unknown or revoked key', async () => {
    const unknown = composeKey('ak-', new Uint8Array(32).fill(255));
    expect(await ask(withAgents, unknown)).toBe('401 access_token.invalid');
    expect(await ask(withAgents, await aKey('ak-', 'agent', { revokedAt: at }))).toBe(
      '401 access_token.invalid',
    );
  });

  it('gets other errors unchanged: an inactive integration, or a table that fails', async () => {
    const suspended = await aKey('ak-', 'partner', { integrationActive: false });
    expect(await ask(withAgents, suspended)).toBe('403 partner_integration.not_active');
    const agent = await aKey('ak-', 'agent');
    table.proxy.failNext({ operation: 'GetItem', kind: 'throttle', times: 20 });
    await expect(
      resolveOAuthCaller(withAgents, sent(agent), { ...authority, table }, authority),
    ).rejects.not.toThrow('invalid_token');
    table.proxy.disarm();
  });
});
