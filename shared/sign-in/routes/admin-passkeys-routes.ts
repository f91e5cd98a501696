import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ByPasskey, PasskeyAnswer, PasskeyList } from '../contracts/admin-passkeys-contract.ts';

const shared = {
  entry: 'functions/admin/people.ts',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 2',
} as const;

const example = {
  id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  synced: false,
  validForDecisions: false,
  createdAt: '2026-01-16T09:30:00.000Z',
  lastUsedAt: '2026-01-20T08:15:00.000Z',
  suspendedAt: null,
} as const;

export const adminListPasskeys = defineRoute({
  ...shared,
  operationId: 'adminListPasskeys',
  method: 'GET',
  path: '/admin/v1/persons/{id}/passkeys',
  summary: 'List a person’s passkeys, oldest first',
  description:
    'A person has at most ten. `validForDecisions` shows whether a passkey can be used for staff decisions. Only the owner sees the names.',
  params: ById,
  response: PasskeyList,
  example: { response: { data: [example] } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRemovePasskey = defineRoute({
  ...shared,
  operationId: 'adminRemovePasskey',
  method: 'DELETE',
  path: '/admin/v1/persons/{id}/passkeys/{passkeyId}',
  summary: 'Remove a person’s passkey',
  description:
    'You can’t undo this. The passkey can no longer be used to sign in or decide, and browsers that signed in with it are signed out. The owner is notified by email. The response shows the removed passkey.',
  params: ByPasskey,
  response: PasskeyAnswer,
  example: { response: { data: example } },
  errors: [
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'The person has no passkey with this id.' },
  ],
  writes: { put: ['audit', 'event'], delete: ['ownedSession', 'passkey', 'session'] },
});
