import { PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ApiKeyAnswer,
  ApiKeyPage,
  ByKey,
  ChangeKey,
  IssuedKeyAnswer,
  IssueKey,
} from '../contracts/admin-keys-contract.ts';
import { SignManifestation, WillAnswer } from '../contracts/manifestation-contract.ts';
import * as accessErrors from '../errors/access-errors.ts';

const key = {
  id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  kind: 'agent',
  label: 'back office',
  scopes: ['agent:verify_rpn'],
  createdAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
  expiresAt: '2027-01-16T09:30:00.000Z',
  holder: 'Analytical Engines Ltd.',
  dailyLimits: { payments: 5, amountCents: 100_000 },
  legalEntityIds: null,
  approvalRequired: false,
  lastUsedOn: '2026-02-03',
  lastFour: 'x7Qa',
};

/** What most of these rows have in common. */
const shared = {
  entry: 'functions/admin/people.ts',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 3',
} as const;

export const adminIssueKey = defineApprovedRoute({
  ...shared,
  operationId: 'adminIssueKey',
  method: 'POST',
  path: '/admin/v1/persons/{id}/api_keys',
  summary: 'Issue a personal API key',
  description:
    'Only this response contains the key. A Standard Key has no scopes. An Agent Key with write scopes needs an active Manifestation of Will. `limits` replaces the limits on verification and search for this key. After `expiresAt`, the key is refused. `holder` records who has it. `dailyLimits` and `legalEntityIds` limit an Agent Key further. With `approvalRequired`, the owner must approve payments and submissions.',
  params: ById,
  body: IssueKey,
  response: IssuedKeyAnswer,
  example: {
    request: { kind: 'agent', label: 'back office', scopes: ['agent:verify_rpn'] },
    response: {
      data: {
        ...{ ...key, expiresAt: null, holder: null, dailyLimits: {}, lastUsedOn: null },
        key: 'ak-…',
      },
    },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    apiErrors.personDeactivated,
    accessErrors.manifestationRequired,
    accessErrors.keyLimitReached,
  ],
  writes: {
    put: ['apiKey', 'audit', 'event', 'ownedKey'],
    update: ['apiKey', 'ownedKey', 'person'],
    check: ['manifestation'],
  },
});

export const adminListKeys = defineRoute({
  ...shared,
  operationId: 'adminListKeys',
  method: 'GET',
  path: '/admin/v1/persons/{id}/api_keys',
  summary: 'List the personal API keys of a person',
  description: 'Newest first, including revoked keys.',
  params: ById,
  query: PageQuery,
  response: ApiKeyPage,
  example: { response: { data: [key], pagination: { limit: 50, nextCursor: null } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminChangeKey = defineRoute({
  ...shared,
  operationId: 'adminChangeKey',
  method: 'PATCH',
  path: '/admin/v1/persons/{id}/api_keys/{keyId}',
  summary: 'Change the limits of an Agent Key',
  description:
    'Replaces the fields that you send, from the key’s next call on. Null removes a limit. Calls from earlier that day count toward the new limits. The owner is notified by email.',
  params: ByKey,
  body: ChangeKey,
  response: ApiKeyAnswer,
  example: {
    request: { dailyLimits: { payments: 5, amountCents: 100_000 } },
    response: { data: key },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    accessErrors.keyNotAgent,
    accessErrors.keyRevoked,
  ],
  writes: { put: ['audit', 'event'], update: ['apiKey', 'ownedKey'] },
});

export const adminRevokeKey = defineRoute({
  ...shared,
  operationId: 'adminRevokeKey',
  method: 'DELETE',
  path: '/admin/v1/persons/{id}/api_keys/{keyId}',
  summary: 'Revoke a personal API key',
  description: 'The next call with the key is refused. A repeat changes nothing.',
  params: ByKey,
  response: ApiKeyAnswer,
  example: { response: { data: { ...key, revokedAt: '2026-02-01T12:00:00.000Z' } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit', 'event'], update: ['apiKey', 'ownedKey', 'person'] },
});

const will = {
  active: true,
  signedAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
  acceptedAgreements: ['e-Resident'],
};

const willPath = '/admin/v1/persons/{id}/manifestation_of_will';

export const adminSignManifestation = defineApprovedRoute({
  ...shared,
  operationId: 'adminSignManifestation',
  method: 'PUT',
  path: willPath,
  summary: 'Sign the Manifestation of Will, or replace the agreements accepted in advance',
  description:
    'Signing again replaces the agreements accepted in advance. The person gets a copy by email.',
  params: ById,
  body: SignManifestation,
  bodyPresence: 'optional',
  response: WillAnswer,
  example: { request: { acceptedAgreements: ['e-Resident'] }, response: { data: will } },
  errors: [...apiErrors.operatorErrors, apiErrors.invalidBody, apiErrors.notFound],
  writes: { put: ['audit', 'event', 'manifestation'], check: ['person'] },
});

export const adminGetManifestation = defineRoute({
  ...shared,
  operationId: 'adminGetManifestation',
  method: 'GET',
  path: willPath,
  summary: 'Read the Manifestation of Will',
  description: 'Shows whether it is signed, and which agreements are accepted in advance.',
  params: ById,
  response: WillAnswer,
  example: { response: { data: will } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRevokeManifestation = defineRoute({
  ...shared,
  operationId: 'adminRevokeManifestation',
  method: 'DELETE',
  path: willPath,
  summary: 'Revoke the Manifestation of Will and Agent Keys that can write',
  description: 'Read-only keys stay valid.',
  params: ById,
  response: WillAnswer,
  example: {
    response: {
      data: {
        active: false,
        signedAt: '2026-01-16T09:30:00.000Z',
        revokedAt: '2026-02-01T12:00:00.000Z',
        acceptedAgreements: [],
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit', 'event', 'manifestation', 'person'], update: ['apiKey', 'ownedKey'] },
});
