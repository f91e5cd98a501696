import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ClientDecision, ClientLookAnswer } from '../contracts/admin-client-decision.ts';
import { ByClientId, OAuthClientAnswer } from '../contracts/admin-clients.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { exampleClient } from './example-client.ts';

/** One path for all decisions of operators, because API Gateway limits the number of resources. */
export const adminDecideOnClient = defineRoute({
  operationId: 'adminDecideOnClient',
  method: 'POST',
  path: '/admin/v1/oauth_clients/{clientId}/decision',
  entry: 'functions/admin/clients.ts',
  summary: 'Decide on a resident’s application or its change',
  description:
    '`approve`: everyone can sign in with it. `reject`: it stays in test mode; an application that was approved before continues unchanged. Both apply to the `revision` that you reviewed, so later changes by the owner are not included. `suspend`: no one can sign in with it, all its tokens are permanently revoked, and a pending change is dropped. `reinstate`: a suspended application continues in test mode; users must sign in and give consent again. `remove_logo`: removes its logo and that of a pending change. The owner is notified by email, with the reason.',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  params: ByClientId,
  body: ClientDecision,
  response: OAuthClientAnswer,
  example: {
    request: { decision: 'approve', revision: 2 },
    response: {
      data: {
        ...exampleClient,
        publisher: 'Ada Lovelace',
        frontchannelLogoutUri: null,
        backchannelLogoutUri: null,
        postLogoutRedirectUris: [],
        grantTypes: ['authorization_code', 'refresh_token'],
        review: {
          ownerId: '17b2545c-4548-4ae0-8357-5e73812f6a99',
          state: 'approved',
          reason: null,
          proposed: null,
          revision: 3,
          similarNames: [],
        },
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    clientErrors.clientNotOwned,
    clientErrors.clientNotWaiting,
    clientErrors.clientChanged,
    clientErrors.clientSuspended,
    clientErrors.clientNotSuspended,
    clientErrors.clientNoLogo,
  ],
  table: 'read',
  service: true,
  indexes: ['gsi1'],
  writes: {
    put: ['actReason', 'audit', 'event'],
    update: ['oauthClient'],
    delete: ['clientLogo'],
  },
  spec: 'admin 8',
});

export const adminGetClientLook = defineRoute({
  operationId: 'adminGetClientLook',
  method: 'GET',
  path: '/admin/v1/oauth_clients/{clientId}/decision',
  entry: 'functions/admin/clients.ts',
  summary: 'Preview what users see of a client',
  description:
    'Shows what users see now, and what they will see if the pending change is approved, including the logos. Send `revision` with your decision.',
  tag: 'Operators: integrations and clients',
  auth: { scheme: 'operator' },
  params: ByClientId,
  response: ClientLookAnswer,
  example: {
    response: {
      data: {
        clientId: exampleClient.clientId,
        publisher: 'Ada Lovelace',
        revision: 2,
        shown: {
          name: exampleClient.name,
          privacyUri: exampleClient.privacyUri,
          redirectUris: exampleClient.redirectUris,
          scopes: exampleClient.scopes,
          logo: {
            sha256: '6d7f2a0c51e8b94b3f0c8a5e1d29c7467be1f0a3928d5c64e7b1a80f93d2c5e4',
            side: 128,
            contentType: 'image/png',
            contentBase64: 'iVBORw0KGgo=',
          },
        },
        proposed: null,
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
  spec: 'admin 8',
});
