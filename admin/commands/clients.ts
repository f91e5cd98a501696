import { clientScopes } from '../../shared/kernel/domain/scopes.ts';
import { authMethods, tokenAlgorithms } from '../../shared/oauth/domain/client-metadata.ts';
import { clientStates } from '../../shared/oauth/domain/owned-client.ts';
import { column, dateColumn, idColumn, valueAt } from '../column.ts';
import { type Field, flag, type Group, integer, list, optional, text } from '../command.ts';
import { createdDays } from '../created-days.ts';
import { saveLogos } from '../save-logos.ts';

const details: readonly Field[] = [
  text('name', 'name that people see when they sign in', { required: true }),
  list('redirectUris', "redirect URI: https, or http on the user's machine", {
    value: 'uri',
    required: true,
    emptiable: true,
  }),
  list('scopes', 'scope that it can request', {
    value: 'scope',
    choices: clientScopes,
    required: true,
  }),
];

/** Public keys, such as the `keys` of a JWK Set. */
const requestObjectKeys: Field = {
  name: 'requestObjectKeys',
  kind: 'json',
  about: 'public keys that verify its signed requests: a list of JWKs; [] removes all',
  value: 'json',
};

/** The address of its keys, instead of the keys. */
const jwksUri: Field = text('jwksUri', 'address of its JWK Set', {
  value: 'uri',
  clearable: true,
});

/** Who certifies its attestations. */
const attestationAnchors: Field = {
  name: 'attestationAnchors',
  kind: 'json',
  about: 'authority certificates for its attestations: a JSON list of PEMs; [] removes all',
  value: 'json',
};

/** Security requirements beyond those of all clients. */
const security: readonly Field[] = [
  text('tokenEndpointAuthMethod', 'how the client authenticates', {
    choices: authMethods,
  }),
  flag('requirePushedAuthorizationRequests', 'accept only pushed authorization requests'),
  flag('dpopBoundAccessTokens', 'bind its tokens to a key with DPoP'),
  flag('strictDpopProofs', 'accept each DPoP proof once and require a nonce, also at /api/v1/me'),
  text('idTokenSignedResponseAlg', 'algorithm that signs its tokens', {
    choices: tokenAlgorithms,
  }),
];

/** Its publisher, as the consent page shows it. */
const publisher: readonly Field[] = [
  text('publisher', 'publisher that people see', { clearable: true }),
  text('privacyUri', "address of the publisher's privacy notice", {
    value: 'uri',
    clearable: true,
  }),
];

/** Where users go when a session ends, and where the client is notified. */
const logout: readonly Field[] = [
  list('postLogoutRedirectUris', 'address that people can return to after signing out', {
    value: 'uri',
    emptiable: true,
  }),
  text('frontchannelLogoutUri', 'address loaded in a frame when a session ends', {
    value: 'uri',
    clearable: true,
  }),
  text('backchannelLogoutUri', 'address that we notify when a session or consent ends', {
    value: 'uri',
    clearable: true,
  }),
  flag(
    'backchannelLogoutSessionRequired',
    'send only logout notifications that name a session (`sid`)',
  ),
];

/** All settings of a client that can be changed directly. */
const settings: readonly Field[] = [
  ...details.map(optional),
  flag('active', 'people can sign in to it'),
  requestObjectKeys,
  jwksUri,
  attestationAnchors,
  ...publisher,
  ...logout,
  ...security,
];

/** The checked revision: `clients show` shows it. */
const revision: Field = integer('revision', 'the revision that you checked', {
  value: 'number',
  required: true,
});
const reason: Field = text('reason', 'reason that the owner reads', { required: true });

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
        text('state', 'only residents’ applications with this status', { choices: clientStates }),
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
      about: 'Register a client; a confidential client gets a secret',
      method: 'POST',
      path: '/oauth_clients',
      fields: [
        text('clientId', 'its id (default: a new one)', { value: 'id' }),
        ...details,
        flag('public', 'the client has no secret and uses PKCE'),
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
      about:
        'Change a client; fields that you leave out stay as they are, and a list replaces the whole list',
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
      about: 'Reject a resident’s application, or its change; the owner gets the reason by email',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'reject' },
      fields: [revision, reason],
      example:
        'clients reject 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --revision 2 --reason "The privacy notice does not mention email addresses."',
    },
    {
      name: 'suspend',
      about: 'Suspend a resident’s application; the owner gets the reason by email',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      preset: { decision: 'suspend' },
      fields: [reason],
      confirm: 'No one will be able to sign in to it. All its tokens end permanently.',
      example:
        'clients suspend 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --reason "It uses the name of a bank." --yes',
    },
    {
      name: 'reinstate',
      about: 'End the suspension of a resident’s application; it continues in test mode',
      method: 'POST',
      path: '/oauth_clients/{client}/decision',
      fields: [],
      preset: { decision: 'reinstate' },
      example: 'clients reinstate 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42',
    },
    {
      name: 'set-logo',
      about:
        'Add a logo to a client that operators registered: a square PNG, 64 to 512 pixels wide',
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
      about: 'Remove the logo of a client that operators registered',
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
        'clients remove-logo 9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42 --reason "It is the logo of a bank."',
    },
  ],
  tools: [saveLogos],
  groups: [
    {
      name: 'registration-tokens',
      about: 'Tokens that let other people register clients (RFC 7591)',
      commands: [
        {
          name: 'list',
          about: 'List tokens, newest first, including those that ended in the last month',
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
          about: 'Issue a token that registers clients; the token is shown once',
          method: 'POST',
          path: '/registration_tokens',
          fields: [
            text('label', 'label', { required: true }),
            text('publisher', 'publisher that people see', { required: true }),
            list('scopes', 'scope that its clients can request', {
              value: 'scope',
              choices: clientScopes,
              required: true,
            }),
            integer('maxClients', 'number of clients it can register (default: 1)', {
              value: 'number',
            }),
            integer('days', 'days until it expires (default: 30)', { value: 'days' }),
          ],
          secret: 'token',
          example:
            'clients registration-tokens issue --label "Harbour, staging" --publisher "Harbour Bank Ltd." --scopes openid',
        },
        {
          name: 'revoke',
          about: 'Revoke a token; the clients that it registered stay',
          method: 'DELETE',
          path: '/registration_tokens/{token}',
          confirm: 'No one will be able to register a client with it.',
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
          about: 'Create a new secret; the previous one works until --overlap-hours have passed',
          method: 'POST',
          path: '/oauth_clients/{client}/secrets',
          fields: [
            integer('overlapHours', 'hours that the previous secret stays valid (default: 24)', {
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
