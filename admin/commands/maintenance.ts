import { type Group, integer, text } from '../command.ts';

const path = '/maintenance';

export const maintenance: Group = {
  name: 'maintenance',
  about: 'Maintenance, which refuses writes; reads continue',
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
      about: 'Refuse writes, including sign-ins and tokens, with 503',
      method: 'PUT',
      path,
      fields: [
        text('reason', 'reason, shown in the audit trail', { required: true }),
        integer('retryAfterSeconds', 'seconds until callers can try again (default 600)'),
      ],
      done: 'Within seconds all writes are refused. Wait until events and workflows are done: docs/operators/backups-and-restore.md.',
      example: 'maintenance on --reason "restore of the table"',
    },
    {
      name: 'off',
      about: 'Accept writes again',
      method: 'POST',
      path: `${path}/end`,
      fields: [text('reason', 'reason, shown in the audit trail', { required: true })],
      example: 'maintenance off --reason "the table is restored"',
    },
  ],
};
