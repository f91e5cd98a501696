import { partnerScopes } from '../../shared/kernel/domain/scopes.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Field, flag, type Group, integer, list, optional, text } from '../command.ts';
import { createdDays } from '../created-days.ts';
import { keyColumns } from './keys.ts';

const details: readonly Field[] = [
  text('name', "the partner's name", { required: true }),
  list('redirectOrigins', 'origin that applicants can return to', {
    value: 'origin',
    emptiable: true,
  }),
  flag('active', 'the integration and its keys work (default)'),
  integer(
    'claimMailsPerDay',
    'maximum number of emails to applicants in a UTC day; 200 if not set',
    {
      clearable: true,
    },
  ),
];

const keys: Group = {
  name: 'keys',
  about: 'Partner Keys of an integration',
  commands: [
    {
      name: 'list',
      about: "List an integration's keys, newest first, revoked ones included",
      method: 'GET',
      path: '/partner_integrations/{integration}/keys',
      columns: keyColumns,
      example: 'integrations keys list 9c8b7a69-5848-4736-a524-130f0e0d0c0b',
    },
    {
      name: 'issue',
      about: 'Issue a Partner Key',
      method: 'POST',
      path: '/partner_integrations/{integration}/keys',
      fields: [
        text('label', 'label, such as its purpose'),
        list('scopes', 'scope (default: all)', {
          value: 'scope',
          choices: partnerScopes,
        }),
      ],
      secret: 'key',
      example: 'integrations keys issue 9c8b7a69-5848-4736-a524-130f0e0d0c0b --label production',
    },
    {
      name: 'revoke',
      about: 'Revoke a Partner Key; the next call with it is refused',
      method: 'DELETE',
      path: '/partner_integrations/{integration}/keys/{key}',
      confirm: 'The key will stop working immediately and permanently.',
      example:
        'integrations keys revoke 9c8b7a69-5848-4736-a524-130f0e0d0c0b 6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f --yes',
    },
  ],
};

export const integrations: Group = {
  name: 'integrations',
  about: 'Partner integrations',
  heading: 'Programs',
  commands: [
    {
      name: 'list',
      about: 'List integrations, newest first',
      method: 'GET',
      path: '/partner_integrations',
      filters: [...createdDays],
      columns: [
        idColumn('Id', 'id'),
        column('Name', 'name'),
        column('Active', 'active'),
        column('Objections', 'objections', { spare: true }),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'integrations list',
    },
    {
      name: 'show',
      about: 'Show an integration',
      method: 'GET',
      path: '/partner_integrations/{integration}',
      example: 'integrations show 9c8b7a69-5848-4736-a524-130f0e0d0c0b',
    },
    {
      name: 'create',
      about: "Register a partner's integration",
      method: 'POST',
      path: '/partner_integrations',
      fields: [
        ...details,
        text('legalEntityId', 'id of the legal entity that runs it', { value: 'entity' }),
      ],
      example:
        'integrations create --name "Harbour Partners" --redirect-origins https://harbour.example',
    },
    {
      name: 'update',
      about: 'Change an integration; fields that you leave out stay as they are',
      method: 'PATCH',
      path: '/partner_integrations/{integration}',
      fields: details.map(optional),
      example: 'integrations update 9c8b7a69-5848-4736-a524-130f0e0d0c0b --no-active',
    },
  ],
  groups: [keys],
};
