import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ByCredential,
  CredentialAnswer,
  CredentialList,
  CredentialQuery,
  RevokeCredential,
} from '../contracts/admin-credentials.ts';

const shared = {
  entry: 'functions/admin/credentials.ts',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 2',
} as const;

const exampleCredential = {
  id: '7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f',
  kind: 'good_standing',
  personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  legalEntityId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  status: 'good',
  statusList: '2026-02-1',
  statusIndex: 48_211,
  copies: 1,
  issuedAt: '2026-01-16T09:30:00.000Z',
  expiresAt: '2026-02-15T09:30:00.000Z',
  revokedAt: null,
  revokedReason: null,
} as const;

export const adminListCredentials = defineRoute({
  ...shared,
  operationId: 'adminListCredentials',
  method: 'GET',
  path: '/admin/v1/credentials',
  summary: 'List verifiable credentials',
  description:
    'Send `personId` or `legalEntityId` to list the credentials of a person or about a legal entity. Newest first. Credentials are listed until 90 days after they end. Their content is not stored.',
  query: CredentialQuery,
  response: CredentialList,
  example: { response: { data: [exampleCredential] } },
  errors: [
    { ...apiErrors.invalidQuery, when: 'You sent both parameters or neither.' },
    ...apiErrors.operatorErrors,
  ],
});

export const adminRevokeCredential = defineRoute({
  ...shared,
  operationId: 'adminRevokeCredential',
  method: 'POST',
  path: '/admin/v1/credentials/{id}/revoke',
  summary: 'Revoke a verifiable credential',
  description:
    'You can’t undo this. Verifiers see the revocation when they next read the status list. The reason is for operators. A credential that is already revoked is returned unchanged. The holder can get a new credential if the register still supports it.',
  params: ByCredential,
  body: RevokeCredential,
  response: CredentialAnswer,
  example: {
    request: {
      personId: exampleCredential.personId,
      reasonCode: 'issued_in_error',
      reason: 'Issued for the wrong entity',
    },
    response: {
      data: {
        ...exampleCredential,
        status: 'revoked',
        revokedAt: '2026-01-17T09:30:00.000Z',
        revokedReason: 'issued_in_error',
      },
    },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['actReason', 'audit', 'revokedIndex'], update: ['credential'] },
});
