import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ByRegistrationTokenId,
  IssueRegistrationToken,
  NewRegistrationTokenAnswer,
  RegistrationTokenAnswer,
  RegistrationTokenList,
} from '../contracts/admin-registration-tokens.ts';
import * as clientErrors from '../errors/client-errors.ts';

const shared = {
  entry: 'functions/admin/clients.ts',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 8',
} as const;

const exampleToken = {
  id: '6f1c0a7de2b94385a91f04c2d67be835',
  label: 'Harbour Bank, staging',
  publisher: 'Harbour Bank Ltd.',
  scopes: ['openid', 'service:entity.read'],
  maxClients: 3,
  registered: 1,
  status: 'usable',
  createdAt: '2026-01-16T09:30:00.000Z',
  expiresAt: '2026-02-15T09:30:00.000Z',
  revokedAt: null,
} as const;

export const adminIssueRegistrationToken = defineRoute({
  ...shared,
  operationId: 'adminIssueRegistrationToken',
  method: 'POST',
  path: '/admin/v1/registration_tokens',
  summary: 'Issue a registration token',
  description:
    'An initial access token (RFC 7591) for `POST /api/oauth/register`. Only this response contains the token. `scopes` lists everything that its clients can ask for. Users see `publisher` as the publisher of its clients.',
  body: IssueRegistrationToken,
  response: NewRegistrationTokenAnswer,
  example: {
    request: {
      label: 'Harbour Bank, staging',
      publisher: 'Harbour Bank Ltd.',
      scopes: ['openid', 'service:entity.read'],
      maxClients: 3,
    },
    response: { data: { ...exampleToken, registered: 0, token: '…' } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    clientErrors.registrationTokenLimitReached,
  ],
  writes: { put: ['audit', 'registrationToken', 'registrationTokenCount'] },
});

export const adminListRegistrationTokens = defineRoute({
  ...shared,
  operationId: 'adminListRegistrationTokens',
  method: 'GET',
  path: '/admin/v1/registration_tokens',
  summary: 'List registration tokens',
  description:
    'Lists the tokens with which others register OAuth clients, newest first. The tokens themselves are not stored. They are listed until a month after they end.',
  response: RegistrationTokenList,
  example: { response: { data: [exampleToken] } },
  errors: apiErrors.operatorErrors,
});

export const adminRevokeRegistrationToken = defineRoute({
  ...shared,
  operationId: 'adminRevokeRegistrationToken',
  method: 'DELETE',
  path: '/admin/v1/registration_tokens/{id}',
  summary: 'Revoke a registration token',
  description:
    'Takes effect immediately, and you can’t undo it. Clients that were registered with it stay.',
  params: ByRegistrationTokenId,
  response: RegistrationTokenAnswer,
  example: {
    response: {
      data: { ...exampleToken, status: 'revoked', revokedAt: '2026-01-20T08:00:00.000Z' },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit'], update: ['registrationToken'] },
});
