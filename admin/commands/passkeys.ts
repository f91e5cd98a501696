import { column, dateColumn, idColumn } from '../column.ts';
import type { Group } from '../command.ts';

export const passkeys: Group = {
  name: 'passkeys',
  about: 'Passkeys of people, including staff',
  heading: 'People',
  commands: [
    {
      name: 'list',
      about: "List a person's passkeys, oldest first",
      method: 'GET',
      path: '/persons/{person}/passkeys',
      columns: [
        idColumn('Id', 'id'),
        column('For decisions', 'validForDecisions'),
        column('Synced', 'synced', { spare: true }),
        dateColumn('Added', 'createdAt'),
        dateColumn('Last used', 'lastUsedAt'),
        dateColumn('Suspended', 'suspendedAt'),
      ],
      unpaged: true,
      example: 'passkeys list 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'remove',
      about: 'Remove a passkey, such as that of a lost device; its owner gets an email',
      method: 'DELETE',
      path: '/persons/{person}/passkeys/{passkey}',
      confirm: "The passkey can no longer be used to sign in or decide. You can't undo this.",
      example:
        'passkeys remove 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f 6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f --yes',
    },
  ],
};
