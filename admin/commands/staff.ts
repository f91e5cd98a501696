import { products } from '../../shared/kernel/domain/product.ts';
import { staffRoles } from '../../shared/staff/domain/staff-rights.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, integer, list, text } from '../command.ts';

const roles = list('roles', "role; an auditor can't have another role", {
  value: 'role',
  choices: staffRoles,
});
const subjectTypes = list(
  'subjectTypes',
  'type of case that a reviewer can decide; all types if not set',
  {
    value: 'type',
    choices: products,
    clearable: true,
  },
);

export const staff: Group = {
  name: 'staff',
  about: 'Staff of the portal: reviewers, auditors and support',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List staff, including removed members',
      method: 'GET',
      path: '/staff',
      columns: [
        idColumn('Person', 'id'),
        column('Status', 'status'),
        column('Roles', 'roles'),
        column('Types', 'subjectTypes'),
        dateColumn('Changed', 'changedAt'),
      ],
      example: 'staff list',
    },
    {
      name: 'show',
      about: 'Show a staff member',
      method: 'GET',
      path: '/staff/{id}',
      arguments: { id: 'id of the staff member, from `staff list`' },
      example: 'staff show 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'add',
      about: 'Give a person roles. They apply from the person’s next request',
      method: 'POST',
      path: '/staff',
      fields: [
        text('personId', 'id of the person, from `persons list`', {
          value: 'person',
          required: true,
        }),
        { ...roles, required: true },
        subjectTypes,
      ],
      operands: ['personId'],
      example: 'staff add 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --roles reviewer',
    },
    {
      name: 'update',
      about: 'Change roles; fields that you leave out stay as they are',
      method: 'PATCH',
      path: '/staff/{id}',
      arguments: { id: 'id of the staff member, from `staff list`' },
      fields: [
        roles,
        subjectTypes,
        integer(
          'version',
          'version from `staff show`; refused if the staff member has changed since',
        ),
      ],
      example: 'staff update 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --roles senior_reviewer',
    },
    {
      name: 'passkey-code',
      about: 'Create a code for adding a passkey for decisions. Give it to the person yourself',
      method: 'POST',
      path: '/staff/{id}/passkey_code',
      arguments: { id: 'id of the staff member, from `staff list`' },
      secret: 'code',
      example: 'staff passkey-code 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'remove',
      about: 'Remove a person from the staff, even if REVIEWERS names them',
      method: 'DELETE',
      path: '/staff/{id}',
      arguments: { id: 'id of the staff member, from `staff list`' },
      confirm: 'From their next page on, they can no longer see or decide cases.',
      example: 'staff remove 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --yes',
    },
  ],
};
