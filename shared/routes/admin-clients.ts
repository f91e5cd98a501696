import {
  ByClientId,
  ClientSecretPath,
  ClientSecretsAnswer,
  CreatePartnerKey,
  IntegrationAnswer,
  NewClientSecretAnswer,
  NewOAuthClientAnswer,
  NewPartnerKeyAnswer,
  OAuthClientAnswer,
  PartnerKey,
  PartnerKeyAnswer,
  PartnerKeyPath,
  RegisterClient,
  RegisterIntegration,
  ReviseClient,
  ReviseIntegration,
  RotateClientSecret,
} from '../contracts/admin-clients.ts';
import { PageOf, PageQuery } from '../contracts/pagination.ts';
import { ById } from '../contracts/text.ts';
import { defineRoute } from '../http/route.ts';
import { invalidBody, keyLimitReached, notFound, operatorErrors } from './error-cases.ts';

const entry = 'functions/admin/clients.ts';
const tag = 'Operators: integrations and clients';
const auth = { scheme: 'operator' } as const;

const exampleIntegration = {
  id: '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65',
  name: 'Residency Partners',
  legalEntityId: null,
  active: true,
  redirectOrigins: ['https://partner.example'],
  createdAt: '2026-01-16T09:30:00.000Z',
};

const examplePartnerKey = {
  id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
  label: 'production',
  scopes: ['partner:person.application.read'],
  createdAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
};

const exampleClient = {
  clientId: '9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42',
  name: 'Bookkeeper',
  public: false,
  redirectUris: ['https://bookkeeper.example/callback'],
  scopes: ['openid', 'service:entity.read'],
  active: true,
  createdAt: '2026-01-16T09:30:00.000Z',
};

export const adminRegisterIntegration = defineRoute({
  operationId: 'adminRegisterIntegration',
  method: 'POST',
  path: '/admin/v1/partner_integrations',
  entry,
  summary: "Register a partner's integration",
  description: 'Redirect origins are `https`, or `http` on the loopback interface, without a path.',
  tag,
  auth,
  body: RegisterIntegration,
  response: IntegrationAnswer,
  example: {
    request: { name: 'Residency Partners', redirectOrigins: ['https://partner.example'] },
    response: { data: exampleIntegration },
  },
  errors: [invalidBody, ...operatorErrors],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminGetIntegration = defineRoute({
  operationId: 'adminGetIntegration',
  method: 'GET',
  path: '/admin/v1/partner_integrations/{id}',
  entry,
  summary: "Read a partner's integration",
  tag,
  auth,
  params: ById,
  response: IntegrationAnswer,
  example: { response: { data: exampleIntegration } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 8',
});

export const adminUpdateIntegration = defineRoute({
  operationId: 'adminUpdateIntegration',
  method: 'PATCH',
  path: '/admin/v1/partner_integrations/{id}',
  entry,
  summary: "Change a partner's integration",
  description: 'The keys of an integration that is not active are refused.',
  tag,
  auth,
  params: ById,
  body: ReviseIntegration,
  response: IntegrationAnswer,
  example: {
    request: { active: false },
    response: { data: { ...exampleIntegration, active: false } },
  },
  errors: [invalidBody, ...operatorErrors, notFound],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminIssuePartnerKey = defineRoute({
  operationId: 'adminIssuePartnerKey',
  method: 'POST',
  path: '/admin/v1/partner_integrations/{id}/keys',
  entry,
  summary: 'Issue a Partner Key',
  description: 'The key is in this answer and nowhere else. Without `scopes` it has all of them.',
  tag,
  auth,
  params: ById,
  body: CreatePartnerKey,
  bodyPresence: 'optional',
  response: NewPartnerKeyAnswer,
  example: {
    request: { label: 'production', scopes: ['partner:person.application.read'] },
    response: { data: { ...examplePartnerKey, key: 'pk-…' } },
  },
  errors: [invalidBody, ...operatorErrors, notFound, keyLimitReached],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminListPartnerKeys = defineRoute({
  operationId: 'adminListPartnerKeys',
  method: 'GET',
  path: '/admin/v1/partner_integrations/{id}/keys',
  entry,
  summary: "List an integration's Partner Keys",
  tag,
  auth,
  params: ById,
  query: PageQuery,
  response: PageOf(PartnerKey),
  example: {
    response: { data: [examplePartnerKey], pagination: { limit: 50, nextCursor: null } },
  },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 8',
});

export const adminRevokePartnerKey = defineRoute({
  operationId: 'adminRevokePartnerKey',
  method: 'DELETE',
  path: '/admin/v1/partner_integrations/{id}/keys/{keyId}',
  entry,
  summary: 'Revoke a Partner Key',
  description: 'Takes effect at once.',
  tag,
  auth,
  params: PartnerKeyPath,
  response: PartnerKeyAnswer,
  example: {
    response: { data: { ...examplePartnerKey, revokedAt: '2026-01-17T09:30:00.000Z' } },
  },
  errors: [...operatorErrors, notFound],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminRegisterClient = defineRoute({
  operationId: 'adminRegisterClient',
  method: 'POST',
  path: '/admin/v1/oauth_clients',
  entry,
  summary: 'Register an OAuth client',
  description:
    'The secret is in this answer and nowhere else. A public client has none: it proves itself with PKCE and may use the device flow.',
  tag,
  auth,
  body: RegisterClient,
  response: NewOAuthClientAnswer,
  example: {
    request: {
      name: 'Bookkeeper',
      redirectUris: ['https://bookkeeper.example/callback'],
      scopes: ['openid', 'service:entity.read'],
    },
    response: { data: { ...exampleClient, clientSecret: '…' } },
  },
  errors: [
    invalidBody,
    ...operatorErrors,
    { status: 409, error: 'A client with this id already exists', code: 'client.id_taken' },
  ],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminGetClient = defineRoute({
  operationId: 'adminGetClient',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}',
  entry,
  summary: 'Read an OAuth client',
  tag,
  auth,
  params: ByClientId,
  response: OAuthClientAnswer,
  example: { response: { data: exampleClient } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 8',
});

export const adminUpdateClient = defineRoute({
  operationId: 'adminUpdateClient',
  method: 'PATCH',
  path: '/admin/v1/oauth_clients/{clientId}',
  entry,
  summary: 'Change an OAuth client',
  description: 'Its secret stays.',
  tag,
  auth,
  params: ByClientId,
  body: ReviseClient,
  response: OAuthClientAnswer,
  example: {
    request: { active: false },
    response: { data: { ...exampleClient, active: false } },
  },
  errors: [invalidBody, ...operatorErrors, notFound],
  table: 'read-write',
  spec: 'admin 8',
});

const exampleSecrets = {
  clientId: exampleClient.clientId,
  secrets: [
    { id: '3c0e9a5d7b1f2468', createdAt: '2026-03-02T08:00:00.000Z', expiresAt: null },
    {
      id: 'a91f04c2d67be835',
      createdAt: '2026-01-16T09:30:00.000Z',
      expiresAt: '2026-03-03T08:00:00.000Z',
    },
  ],
};

export const adminListClientSecrets = defineRoute({
  operationId: 'adminListClientSecrets',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}/secrets',
  entry,
  summary: "List an OAuth client's secrets",
  description: 'Those that work, newest first. The secrets themselves are stored nowhere.',
  tag,
  auth,
  params: ByClientId,
  response: ClientSecretsAnswer,
  example: { response: { data: exampleSecrets } },
  errors: [...operatorErrors, notFound],
  table: 'read',
  spec: 'admin 8',
});

export const adminRotateClientSecret = defineRoute({
  operationId: 'adminRotateClientSecret',
  method: 'POST',
  path: '/admin/v1/oauth_clients/{clientId}/secrets',
  entry,
  summary: 'Give an OAuth client a new secret',
  description:
    'The secret is in this answer and nowhere else. The earlier one works for `overlapHours` more (24 unless said otherwise, at most 720); with 0 all earlier ones end at once.',
  tag,
  auth,
  params: ByClientId,
  body: RotateClientSecret,
  bodyPresence: 'optional',
  response: NewClientSecretAnswer,
  example: {
    request: { overlapHours: 24 },
    response: { data: { ...exampleSecrets, clientSecret: '…' } },
  },
  errors: [
    invalidBody,
    ...operatorErrors,
    notFound,
    { status: 409, error: 'A public client has no secret', code: 'client.public' },
    {
      status: 409,
      error: 'Two secrets are in use: revoke one first',
      code: 'client.secret_limit_reached',
    },
  ],
  table: 'read-write',
  spec: 'admin 8',
});

export const adminRevokeClientSecret = defineRoute({
  operationId: 'adminRevokeClientSecret',
  method: 'DELETE',
  path: '/admin/v1/oauth_clients/{clientId}/secrets/{secretId}',
  entry,
  summary: "Revoke an OAuth client's secret",
  description:
    'At once. Tokens that were issued with it stay valid; set `active` to false to stop the client itself.',
  tag,
  auth,
  params: ClientSecretPath,
  response: ClientSecretsAnswer,
  example: {
    response: { data: { ...exampleSecrets, secrets: exampleSecrets.secrets.slice(0, 1) } },
  },
  errors: [...operatorErrors, notFound],
  table: 'read-write',
  spec: 'admin 8',
});
