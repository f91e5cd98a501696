import { oauthScopes } from '../../shared/kernel/domain/scopes.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Field, flag, type Group, integer, list, optional, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const details: readonly Field[] = [
  text('name', 'name that people see when they sign in', { required: true }),
  list('redirectUris', 'https, or http on the own machine; none for none', {
    value: 'uri',
    required: true,
  }),
  list('scopes', 'what it may ask for', { value: 'scope', choices: oauthScopes, required: true }),
];

/** Public keys, such as the `keys` of a JWK Set. */
const requestObjectKeys: Field = {
  name: 'requestObjectKeys',
  kind: 'json',
  about: 'public keys that verify its signed requests, a list of JWK; [] for none',
  value: 'json',
};

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
      filters: [...createdDays],
      columns: [
        idColumn('Id', 'clientId'),
        column('Name', 'name'),
        column('Active', 'active'),
        column('Public', 'public', { spare: true }),
        column('Scopes', 'scopes', { spare: true }),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'clients list',
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
        flag('public', 'it can keep no secret, and proves itself with PKCE'),
        requestObjectKeys,
      ],
      secret: 'clientSecret',
      example:
        'clients create --name "Harbour App" --redirect-uris https://app.harbour.example/callback --scopes openid --scopes email',
    },
    {
      name: 'update',
      about: 'Change a client; what is not given stays, a list replaces the list',
      method: 'PATCH',
      path: '/oauth_clients/{client}',
      fields: [
        ...details.map(optional),
        flag('active', 'people can sign in with it'),
        requestObjectKeys,
      ],
      example: 'clients update harbour-app --no-active',
    },
  ],
  groups: [
    {
      name: 'secrets',
      about: 'Secrets of a confidential client',
      commands: [
        {
          name: 'list',
          about: 'List the secrets that work, newest first',
          method: 'GET',
          path: '/oauth_clients/{client}/secrets',
          example: 'clients secrets list harbour-app',
        },
        {
          name: 'rotate',
          about: 'Make a new secret; the earlier one works for a while yet',
          method: 'POST',
          path: '/oauth_clients/{client}/secrets',
          fields: [
            integer('overlapHours', 'hours for which the earlier one works (default: 24)', {
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
          confirm: 'The secret will stop working at once, for good.',
          example: 'clients secrets revoke harbour-app a91f04c2d67be835 --yes',
        },
      ],
    },
  ],
};
