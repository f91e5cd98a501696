import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ClientDecision, ClientLookAnswer } from '../contracts/admin-client-decision.ts';
import { ByClientId, OAuthClientAnswer } from '../contracts/admin-clients.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { exampleClient } from './example-client.ts';

/** One path for all that operators decide: API Gateway takes few. */
export const adminDecideOnClient = defineRoute({
  operationId: 'adminDecideOnClient',
  method: 'POST',
  path: '/admin/v1/oauth_clients/{clientId}/decision',
  entry: 'functions/admin/clients.ts',
  summary: 'Decide about the application of a resident, or about the change of one',
  description:
    '`approve`: everybody can sign in with it from then on. `reject`: it stays in test mode; an approved one continues as it was. Both are of the `revision` that was looked at: what its owner has changed since is not decided with it. `suspend`: nobody can sign in with it, all its tokens are permanently invalid, and a waiting change is dropped. `reinstate`: a suspended one continues, in test mode, and what people had allowed it stays ended until they sign in again. `remove_logo`: its picture goes, and that of a change that waits; all else continues. Its owner is notified by email, with the reason.',
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
  summary: 'See what people are shown of a client',
  description:
    'What a decision is about: what they are shown now, and what they would be shown of a change that waits, with the pictures themselves. `revision` is for the decision.',
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
