import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import {
  CreatePartnerKey,
  IntegrationAnswer,
  IntegrationPage,
  IntegrationQuery,
  NewPartnerKeyAnswer,
  PartnerKey,
  PartnerKeyAnswer,
  PartnerKeyPath,
  RegisterIntegration,
  ReviseIntegration,
} from '../contracts/admin-integrations-contract.ts';
import * as accessErrors from '../errors/access-errors.ts';

const shared = {
  entry: 'functions/admin/clients.ts',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 8',
} as const;

const exampleIntegration = {
  id: '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65',
  name: 'Residency Partners',
  legalEntityId: null,
  active: true,
  redirectOrigins: ['https://partner.example'],
  claimMailsPerDay: null,
  objections: 0,
  createdAt: '2026-01-16T09:30:00.000Z',
};

const examplePartnerKey = {
  id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
  label: 'production',
  scopes: ['partner:person.application.read'],
  createdAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
};

export const adminRegisterIntegration = defineRoute({
  ...shared,
  operationId: 'adminRegisterIntegration',
  method: 'POST',
  path: '/admin/v1/partner_integrations',
  summary: 'Register a partner integration',
  description:
    'Redirect origins are `https`, or `http` on the loopback interface, without a path. `claimMailsPerDay` is the maximum number of emails to applicants that the integration can cause in a UTC day; 200 by default.',
  body: RegisterIntegration,
  response: IntegrationAnswer,
  example: {
    request: { name: 'Residency Partners', redirectOrigins: ['https://partner.example'] },
    response: { data: exampleIntegration },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors],
  writes: { put: ['audit', 'integration'], check: ['entity'] },
});

export const adminGetIntegration = defineRoute({
  ...shared,
  operationId: 'adminGetIntegration',
  method: 'GET',
  path: '/admin/v1/partner_integrations/{id}',
  summary: 'Read a partner integration',
  description:
    '`objections` is the number of applications to which the owner of the email address objected. The audit trail lists them as `residency_application.objected`.',
  params: ById,
  response: IntegrationAnswer,
  example: { response: { data: exampleIntegration } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminUpdateIntegration = defineRoute({
  ...shared,
  operationId: 'adminUpdateIntegration',
  method: 'PATCH',
  path: '/admin/v1/partner_integrations/{id}',
  summary: 'Change a partner integration',
  description: 'If the integration is not active, its keys are refused.',
  params: ById,
  body: ReviseIntegration,
  response: IntegrationAnswer,
  example: {
    request: { active: false },
    response: { data: { ...exampleIntegration, active: false } },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['apiKey', 'integration'] },
});

export const adminIssuePartnerKey = defineApprovedRoute({
  ...shared,
  operationId: 'adminIssuePartnerKey',
  method: 'POST',
  path: '/admin/v1/partner_integrations/{id}/keys',
  summary: 'Issue a Partner Key',
  description: 'Only this response contains the key. Without `scopes`, it has all partner scopes.',
  params: ById,
  body: CreatePartnerKey,
  bodyPresence: 'optional',
  response: NewPartnerKeyAnswer,
  example: {
    request: { label: 'production', scopes: ['partner:person.application.read'] },
    response: { data: { ...examplePartnerKey, key: 'pk-…' } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    accessErrors.keyLimitReached,
  ],
  writes: { put: ['apiKey', 'audit', 'ownedKey'], update: ['integration'] },
});

export const adminListPartnerKeys = defineRoute({
  ...shared,
  operationId: 'adminListPartnerKeys',
  method: 'GET',
  path: '/admin/v1/partner_integrations/{id}/keys',
  summary: "List an integration's Partner Keys",
  description: 'Newest first, including revoked keys. The keys themselves are not stored.',
  params: ById,
  query: PageQuery,
  response: PageOf(PartnerKey),
  example: {
    response: { data: [examplePartnerKey], pagination: { limit: 50, nextCursor: null } },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRevokePartnerKey = defineRoute({
  ...shared,
  operationId: 'adminRevokePartnerKey',
  method: 'DELETE',
  path: '/admin/v1/partner_integrations/{id}/keys/{keyId}',
  summary: 'Revoke a Partner Key',
  description: 'Takes effect immediately.',
  params: PartnerKeyPath,
  response: PartnerKeyAnswer,
  example: {
    response: { data: { ...examplePartnerKey, revokedAt: '2026-01-17T09:30:00.000Z' } },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['apiKey', 'integration', 'ownedKey'] },
});

export const adminListIntegrations = defineRoute({
  ...shared,
  operationId: 'adminListIntegrations',
  method: 'GET',
  path: '/admin/v1/partner_integrations',
  summary: 'List partner integrations',
  description: `Includes inactive integrations. ${listNote}`,
  auth: { scheme: 'operator' },
  query: IntegrationQuery,
  response: IntegrationPage,
  example: {
    response: { data: [exampleIntegration], pagination: { limit: 50, nextCursor: null } },
  },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1'],
});
