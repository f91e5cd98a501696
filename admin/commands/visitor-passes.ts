import { column, dateColumn } from '../column.ts';
import { type Field, type Group, text } from '../command.ts';

const filters: readonly Field[] = [
  text('email', 'only applications with this email address', { value: 'address' }),
  text('referralSource', 'only applications from this source', { value: 'source' }),
];

export const visitorPasses: Group = {
  name: 'visitor-passes',
  about: 'Applications for visitor passes',
  heading: 'People',
  commands: [
    {
      name: 'list',
      about: 'List applications, newest first',
      method: 'GET',
      path: '/visitor_pass_applications',
      filters,
      columns: [
        dateColumn('Applied', 'createdAt'),
        column('First name', 'firstName'),
        column('Last name', 'lastName'),
        column('E-mail', 'email'),
        column('Source', 'referralSource'),
        column('Born', 'dateOfBirth', { spare: true }),
        column('Signature', 'signature', { spare: true }),
      ],
      example: 'visitor-passes list --referral-source "Spring Conference"',
    },
    {
      name: 'export',
      about: 'Write all applications as CSV, newest first',
      method: 'GET',
      path: '/visitor_pass_applications',
      filters,
      csv: [
        'id',
        'createdAt',
        'firstName',
        'lastName',
        'email',
        'signature',
        'referralSource',
        'dateOfBirth',
      ],
      example: 'visitor-passes export --referral-source "Spring Conference"',
    },
  ],
};
