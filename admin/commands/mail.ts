import { column, dateColumn } from '../column.ts';
import { flag, type Group, text } from '../command.ts';

export const mail: Group = {
  name: 'mail',
  about: 'Suppressed email addresses',
  heading: 'People',
  commands: [
    {
      name: 'suppressed',
      about: 'List suppressed email addresses, newest first',
      method: 'GET',
      path: '/mail_addresses',
      columns: [
        column('E-mail', 'email'),
        column('Status', 'status'),
        column('Came back', 'bounceCause'),
        column('Complaint', 'complaintCause'),
        dateColumn('Since', 'suppressedAt', true),
      ],
      example: 'mail suppressed',
    },
    {
      name: 'unsuppress',
      about: 'Send email to an address again',
      method: 'POST',
      path: '/mail_addresses/unsuppress',
      fields: [
        text('email', 'the address', { required: true }),
        flag('complaint', 'also clear a complaint, if the recipient asked for that'),
      ],
      operands: ['email'],
      example: 'mail unsuppress ada@example.com',
    },
  ],
};
