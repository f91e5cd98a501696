import { operatorRevocations } from '../../shared/credentials/contracts/admin-credentials.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';

const person = '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f';

export const credentials: Group = {
  name: 'credentials',
  about: 'Verifiable credentials',
  item: 'credential',
  heading: 'People',
  commands: [
    {
      name: 'list',
      about: 'List the credentials of a person, or those about a legal entity, newest first',
      method: 'GET',
      path: '/credentials',
      unpaged: true,
      filters: [
        text('personId', 'only those of this person', { value: 'id' }),
        text('legalEntityId', 'only those about this entity', { value: 'id' }),
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Kind', 'kind'),
        column('Status', 'status'),
        idColumn('Person', 'personId'),
        idColumn('Entity', 'legalEntityId'),
        column('Revoked for', 'revokedReason', { spare: true }),
        dateColumn('Issued', 'issuedAt'),
        dateColumn('Ends', 'expiresAt', true),
      ],
      example: `credentials list --person-id ${person}`,
    },
    {
      name: 'revoke',
      about: 'Revoke a credential; its holder can get a new one',
      method: 'POST',
      path: '/credentials/{id}/revoke',
      fields: [
        text('personId', 'id of the credential’s holder', { value: 'id', required: true }),
        text('reason', 'reason, for the audit trail', { required: true }),
        text('reasonCode', 'reason code (default issued_in_error)', {
          choices: operatorRevocations,
        }),
      ],
      confirm: 'A revoked credential never becomes valid again.',
      example: `credentials revoke 7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f --person-id ${person} --reason "Issued for the wrong entity"`,
    },
  ],
};
