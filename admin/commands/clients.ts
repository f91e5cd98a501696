import { clientScopes } from '../../shared/kernel/domain/scopes.ts';
import { authMethods, tokenAlgorithms } from '../../shared/oauth/domain/client-metadata.ts';
import { clientStates } from '../../shared/oauth/domain/owned-client.ts';
import { column, dateColumn, idColumn, valueAt } from '../column.ts';
import { type Field, flag, type Group, integer, list, optional, text } from '../command.ts';
import { createdDays } from '../created-days.ts';
import { saveLogos } from '../save-logos.ts';

const details: readonly Field[] = [
  text('name', 'name that people see when they sign in', { required: true }),
  list('redirectUris', 'https, or http on the own machine; none for none', {
    value: 'uri',
    required: true,
  }),
  list('scopes', 'what it may ask for', { value: 'scope', choices: clientScopes, required: true }),
];

/** Public keys, such as the `keys` of a JWK Set. */
const requestObjectKeys: Field = {
  name: 'requestObjectKeys',
  kind: 'json',
  about: 'public keys that verify its signed requests, a list of JWK; [] for none',
  value: 'json',
};

/** Where they are, instead of them. */
const jwksUri: Field = text('jwksUri', 'where its public keys are, a JWK Set; none for none', {
  value: 'uri',
  clearable: true,
});

/** Whom its attestations are certified by. */
const attestationAnchors: Field = {
  name: 'attestationAnchors',
  kind: 'json',
  about:
    'authorities whose certificates make its attestations valid, a JSON list of PEM; [] for none',
  value: 'json',
};

/** What is asked of it beyond what all have. */
const security: readonly Field[] = [
  text('tokenEndpointAuthMethod', 'how it proves who it is', {
    choices: authMethods,
  }),
  flag('requirePushedAuthorizationRequests', 'accept only pushed authorization requests'),
  flag('dpopBoundAccessTokens', 'its tokens are bound to a key, by DPoP'),
  flag('strictDpopProofs', 'accept each DPoP proof once, with a nonce, also at /api/v1/me'),
  text('idTokenSignedResponseAlg', 'what its tokens are signed with', {
    choices: tokenAlgorithms,
  }),
];

/** Who publishes it, as people see when they are asked. */
const publisher: readonly Field[] = [
  text('publisher', 'publisher that people see; none for no publisher', { clearable: true }),
  text('privacyUri', 'privacy notice of the publisher; none for none', {
    value: 'uri',
    clearable: true,
  }),
];

/** Where people go when a session ends, and where the program is notified. */
const logout: readonly Field[] = [
  list('postLogoutRedirectUris', 'where people may go after they signed out; none for none', {
    value: 'uri',
  }),
  text('frontchannelLogoutUri', 'shown in a frame when a session ends; none for none', {
    value: 'uri',
    clearable: true,
  }),
  text(
    'backchannelLogoutUri',
    'address that we notify when a session or consent ends; none for none',
    {
      value: 'uri',
      clearable: true,
    },
  ),
  flag('backchannelLogoutSessionRequired', 'notify it of sessions only, with their sid'),
];

/** All that is changed of a client by itself. */
const settings: readonly Field[] = [
  ...details.map(optional),
  flag('active', 'people can sign in with it'),
  requestObjectKeys,
  jwksUri,
  attestationAnchors,
  ...publisher,
  ...logout,
  ...security,
];

/** What was looked at: `clients show` says it. */
const revision: Field = integer('revision', 'the revision that you looked at', {
  value: 'number',
  required: true,
});
const reason: Field = text('reason', 'the reason that its owner reads', { required: true });

export const clients: Group = {
  name: 'clients',
  about: 'OAuth clients',
  heading: 'Programs',
  commands: [
    {
      name: 'list',
      about: 'List clients, newest first',
      method: 'GET',
      path: '/oauth_clients',
      filters: [
        text('state', 'only applications of residents in this state', { choices: clientStates }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'clientId'),
        column('Name', 'name'),
        column('Active', 'active'),
        column('State', 'review.state'),
        column('Name like', (row) => {
          const similar = valueAt(row, 'review.similarNames');
          return Array.isArray(similar) ? similar.map((each) => valueAt(each, 'name')) : null;
        }),
        column('Publisher', 'publisher', { spare: true }),
        column('Public', 'public', { spare: true }),
        column('Scopes', 'scopes', { spare: true }),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'clients list --state waiting',
    },
    {
      name: 'show',
      about: 'Show a client',
      method: 'GET',
      path: '/oauth_clients/{client}',
      example: 'clients show harbour-app',
    },
    {
      name: 'create',
      about: 'Register a client; a confidential one gets a secret',
      method: 'POST',
      path: '/oauth_clients',
      fields: [
        text('clientId', 'its id (default: a new one)', { value: 'id' }),
        ...details,
        flag('public', 'it has no secret and uses PKCE'),
        requestObjectKeys,
        jwksUri,
        attestationAnchors,
        ...publisher,
        ...logout,
        ...security,
      ],
      secret: 'clientSecret',
      example:
        'clients create --name "Harbour App" --redirect-uris https://app.harbour.example/callback --scopes openid --scopes email',
    },
    {
      name: 'update',
      about: 'Change a client; fields that you leave out stay, a list replaces the list',
      method: 'PATCH',
      path: '/oauth_clients/{client}',
      fields: settings,
      omits: ['logoBase64'],
      example: 'clients update harbour-app --no-active',
    },
    {
      name: 'approve',
      about: 'Approve a resident’s application, or its change',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'approve' },
      fields: [revision],
      example: 'clients approve 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --revision 2',
    },
    {
      name: 'reject',
      about: 'Reject it; the owner gets the reason by email',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'reject' },
      fields: [revision, reason],
      example:
        'clients reject 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --revision 2 --reason "The privacy notice says nothing of e-mail addresses."',
    },
    {
      name: 'suspend',
      about: 'Suspend a resident’s application; the owner gets the reason by email',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'suspend' },
      fields: [reason],
      confirm: 'Nobody will be able to sign in with it, and all its tokens end permanently.',
      example:
        'clients suspend 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --reason "It has the name of a bank that you are not." --yes',
    },
    {
      name: 'reinstate',
      about: 'Reinstate a suspended application, in test mode',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      fields: [],
      preset: { decision: 'reinstate' },
      example: 'clients reinstate 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42',
    },
    {
      name: 'set-logo',
      about: 'Give your own client a logo: a PNG, as wide as it is high, 64 to 512 pixels',
      method: 'PATCH',
      path: '/oauth_clients/{client}',
      file: {
        about: 'the picture, at most 32,768 bytes',
        largest: 32_768,
        fields: (_, content) => ({ logoBase64: content.toString('base64') }),
      },
      fields: [text('logoBase64', 'the picture, in base64', { value: 'base64', clearable: true })],
      omits: settings.map(({ name }) => name),
      example: 'clients set-logo harbour-app logo.png',
    },
    {
      name: 'clear-logo',
      about: 'Remove the logo of your own client',
      method: 'PATCH',
      path: '/oauth_clients/{client}',
      preset: { logoBase64: null },
      fields: [],
      omits: settings.map(({ name }) => name),
      example: 'clients clear-logo harbour-app',
    },
    {
      name: 'remove-logo',
      about: 'Remove the logo of a resident’s application; the owner gets the reason by email',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'remove_logo' },
      fields: [reason],
      example:
        'clients remove-logo 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --reason "It is the logo of a bank that you are not."',
    },
  ],
  tools: [saveLogos],
  groups: [
    {
      name: 'registration-tokens',
      about: 'Tokens with which others can register clients (RFC 7591)',
      commands: [
        {
          name: 'list',
          about: 'List them, newest first; for a month after their end',
          method: 'GET',
          path: '/registration_tokens',
          unpaged: true,
          columns: [
            idColumn('Id', 'id'),
            column('Label', 'label'),
            column('Publisher', 'publisher'),
            column('Status', 'status'),
            column('Registered', 'registered'),
            column('Of', 'maxClients'),
            dateColumn('Ends', 'expiresAt'),
          ],
          example: 'clients registration-tokens list',
        },
        {
          name: 'issue',
          about: 'Issue a token that registers clients; it is shown once',
          method: 'POST',
          path: '/registration_tokens',
          fields: [
            text('label', 'what you call it', { required: true }),
            text('publisher', 'publisher that people see', { required: true }),
            list('scopes', 'what its clients may ask for at most', {
              value: 'scope',
              choices: clientScopes,
              required: true,
            }),
            integer('maxClients', 'how many clients it registers (default: 1)', {
              value: 'number',
            }),
            integer('days', 'how long it works (default: 30)', { value: 'days' }),
          ],
          secret: 'token',
          example:
            'clients registration-tokens issue --label "Harbour, staging" --publisher "Harbour Bank Ltd." --scopes openid',
        },
        {
          name: 'revoke',
          about: 'Revoke a token; its clients stay',
          method: 'DELETE',
          path: '/registration_tokens/{token}',
          confirm: 'Nobody will be able to register a client with it.',
          example: 'clients registration-tokens revoke 6f1c0a7de2b94385a91f04c2d67be835 --yes',
        },
      ],
    },
    {
      name: 'secrets',
      about: 'Secrets of a confidential client',
      commands: [
        {
          name: 'list',
          about: 'List valid secrets, newest first',
          method: 'GET',
          path: '/oauth_clients/{client}/secrets',
          example: 'clients secrets list harbour-app',
        },
        {
          name: 'rotate',
          about: 'Create a new secret; the previous one works for a while',
          method: 'POST',
          path: '/oauth_clients/{client}/secrets',
          fields: [
            integer('overlapHours', 'hours for which the previous one works (default: 24)', {
              value: 'hours',
            }),
          ],
          secret: 'clientSecret',
          example: 'clients secrets rotate harbour-app --overlap-hours 48',
        },
        {
          name: 'revoke',
          about: 'Revoke a secret; the next request with it is refused',
          method: 'DELETE',
          path: '/oauth_clients/{client}/secrets/{secret}',
          confirm: 'The secret will stop working immediately and permanently.',
          example: 'clients secrets revoke harbour-app a91f04c2d67be835 --yes',
        },
      ],
    },
  ],
};
