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

export const adminIssueKey = defineApprovedRoute({
  operationId: 'adminIssueKey',
  method: 'POST',
  path: '/admin/v1/persons/{id}/api_keys',
  entry: 'functions/admin/people.ts',
  summary: 'Issue a personal API key',
  description:
    'Only this response contains the key. A Standard Key has no scopes. An Agent Key with write scopes needs an active Manifestation of Will. `limits` replaces the limits on verification and search for this key. After `expiresAt`, the key is refused. `holder` records who has it. `dailyLimits` and `legalEntityIds` limit an Agent Key further. With `approvalRequired`, the owner approves payments and submissions.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
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
  table: 'read',
  writes: {
    put: ['apiKey', 'audit', 'event', 'ownedKey'],
    update: ['apiKey', 'ownedKey', 'person'],
    check: ['manifestation'],
  },
  spec: 'admin 3',
});

export const adminListKeys = defineRoute({
  operationId: 'adminListKeys',
  method: 'GET',
  path: '/admin/v1/persons/{id}/api_keys',
  entry: 'functions/admin/people.ts',
  summary: 'List the personal API keys of a person',
  description: 'Newest first, including revoked keys.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ById,
  query: PageQuery,
  response: ApiKeyPage,
  example: { response: { data: [key], pagination: { limit: 50, nextCursor: null } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 3',
});

export const adminChangeKey = defineRoute({
  operationId: 'adminChangeKey',
  method: 'PATCH',
  path: '/admin/v1/persons/{id}/api_keys/{keyId}',
  entry: 'functions/admin/people.ts',
  summary: 'Change the limits of an Agent Key',
  description:
    'Replaces the fields that you send, from the key’s next call on. Null removes a limit. Earlier calls of the day are included. The owner is notified by email.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
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
  table: 'read',
  writes: { put: ['audit', 'event'], update: ['apiKey', 'ownedKey'] },
  spec: 'admin 3',
});

export const adminRevokeKey = defineRoute({
  operationId: 'adminRevokeKey',
  method: 'DELETE',
  path: '/admin/v1/persons/{id}/api_keys/{keyId}',
  entry: 'functions/admin/people.ts',
  summary: 'Revoke a personal API key',
  description: 'The next call with the key is refused. A repeat changes nothing.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ByKey,
  response: ApiKeyAnswer,
  example: { response: { data: { ...key, revokedAt: '2026-02-01T12:00:00.000Z' } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  writes: { put: ['audit', 'event'], update: ['apiKey', 'ownedKey', 'person'] },
  spec: 'admin 3',
});

const will = {
  active: true,
  signedAt: '2026-01-16T09:30:00.000Z',
  revokedAt: null,
  acceptedAgreements: ['e-Resident'],
};

const willPath = '/admin/v1/persons/{id}/manifestation_of_will';

export const adminSignManifestation = defineApprovedRoute({
  operationId: 'adminSignManifestation',
  method: 'PUT',
  path: willPath,
  entry: 'functions/admin/people.ts',
  summary: 'Sign the Manifestation of Will, or replace the agreements accepted in advance',
  description:
    'Signing again replaces the agreements accepted in advance. The person gets a copy by email.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ById,
  body: SignManifestation,
  bodyPresence: 'optional',
  response: WillAnswer,
  example: { request: { acceptedAgreements: ['e-Resident'] }, response: { data: will } },
  errors: [...apiErrors.operatorErrors, apiErrors.invalidBody, apiErrors.notFound],
  table: 'read',
  writes: { put: ['audit', 'event', 'manifestation'], check: ['person'] },
  spec: 'admin 3',
});

export const adminGetManifestation = defineRoute({
  operationId: 'adminGetManifestation',
  method: 'GET',
  path: willPath,
  entry: 'functions/admin/people.ts',
  summary: 'Read the Manifestation of Will',
  description: 'Shows whether it is signed, and which agreements are accepted in advance.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ById,
  response: WillAnswer,
  example: { response: { data: will } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 3',
});

export const adminRevokeManifestation = defineRoute({
  operationId: 'adminRevokeManifestation',
  method: 'DELETE',
  path: willPath,
  entry: 'functions/admin/people.ts',
  summary: 'Revoke the Manifestation of Will and Agent Keys that can write',
  description: 'Read-only keys stay valid.',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
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
  table: 'read',
  writes: { put: ['audit', 'event', 'manifestation', 'person'], update: ['apiKey', 'ownedKey'] },
  spec: 'admin 3',
});
