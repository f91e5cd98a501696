import { approvalStatuses } from '../../shared/staff/domain/operator-approval.ts';
import { approve } from '../approvals/approve.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';

const id = '3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c';

/** The list shows an action's name, such as `vouchers`; `show` has the details. */
export const approvals: Group = {
  name: 'approvals',
  about: 'Requests that need a second operator',
  item: 'request',
  heading: 'Oversight',
  tools: [approve],
  commands: [
    {
      name: 'list',
      about: 'List requests, newest first',
      method: 'GET',
      path: '/approvals',
      filters: [
        text('status', 'only requests with this status', {
          choices: approvalStatuses,
        }),
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Act', 'act'),
        column('Status', 'status'),
        column('Asked by', 'requestedBy', { whole: true }),
        dateColumn('Asked', 'requestedAt'),
        dateColumn('Until', 'expiresAt'),
        column('Decided by', 'decidedBy', { spare: true }),
      ],
      example: 'approvals list --status pending',
    },
    {
      name: 'show',
      about: 'Show a request; its fields are shown only while it is pending',
      method: 'GET',
      path: '/approvals/{id}',
      example: `approvals show ${id}`,
    },
    {
      name: 'refuse',
      about: 'Refuse a request',
      method: 'PATCH',
      path: '/approvals/{id}',
      fields: [],
      omits: ['decision'],
      preset: { decision: 'refuse' },
      example: `approvals refuse ${id}`,
    },
    {
      name: 'withdraw',
      about: 'Withdraw your request',
      method: 'PATCH',
      path: '/approvals/{id}',
      fields: [],
      omits: ['decision'],
      preset: { decision: 'withdraw' },
      example: `approvals withdraw ${id}`,
    },
  ],
};
