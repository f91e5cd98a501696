import { type Group, integer, text } from '../command.ts';

const path = '/maintenance';

export const maintenance: Group = {
  name: 'maintenance',
  about: 'Refuse writes for a while; reads continue',
  heading: 'Oversight',
  commands: [
    {
      name: 'status',
      about: 'Show whether writes are refused, since when and why',
      method: 'GET',
      path,
      example: 'maintenance status',
    },
    {
      name: 'on',
      about: 'Refuse writes, sign-ins and tokens included, with 503',
      method: 'PUT',
      path,
      fields: [
        text('reason', 'why; the audit trail shows it', { required: true }),
        integer('retryAfterSeconds', 'when callers may ask again (default 600)'),
      ],
      done: 'All requests know within seconds. Wait until events and workflows are done: docs/operators/backups-and-restore.md.',
      example: 'maintenance on --reason "restore of the table"',
    },
    {
      name: 'off',
      about: 'Accept writes again',
      method: 'POST',
      path: `${path}/end`,
      fields: [text('reason', 'why; the audit trail shows it', { required: true })],
      example: 'maintenance off --reason "the table is restored"',
    },
  ],
};
