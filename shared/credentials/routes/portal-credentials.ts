import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { OfferForm, OwnCredentialPath } from '../contracts/admin-credentials.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/credentials.ts',
  spec: '5',
} as const;

export const showCredentials = defineRoute({
  ...shared,
  operationId: 'showCredentials',
  method: 'GET',
  path: '/portal/credentials',
  writes: { update: ['session'] },
  summary: 'List your verifiable credentials, with the form to add one to a wallet',
  errors: [],
});

export const offerCredentialOnPage = defineRoute({
  ...shared,
  operationId: 'offerCredential',
  ...sentForm,
  path: '/portal/credentials',
  indexes: ['gsi1'],
  writes: {
    put: ['audit', 'credentialOffer', 'sentForm'],
    update: ['attempts', 'session'],
    check: ['person'],
  },
  summary: 'Offer a credential to a wallet',
  body: OfferForm,
  errors: [
    apiErrors.foreignForm,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});

export const revokeCredentialOnPage = defineRoute({
  ...shared,
  operationId: 'revokeCredential',
  ...sentForm,
  path: '/portal/credentials/{credentialId}/revoke',
  writes: {
    put: ['audit', 'revokedIndex'],
    update: ['credential', 'credentialGrant', 'session'],
  },
  summary: 'Revoke a credential',
  params: OwnCredentialPath,
  body: Confirmation,
});
