import { staffReasons } from '../../shared/account/domain/mailbox-case.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';

const id = '8d7f5c4a-3b2e-4f1d-9a6c-5e4d3c2b1a09';

export const mailboxCases: Group = {
  name: 'mailbox-cases',
  about: 'Lost mailboxes: accounts that need another address',
  item: 'case',
  heading: 'People',
  commands: [
    {
      name: 'list',
      about: 'List cases of lost mailboxes, newest first',
      method: 'GET',
      path: '/mailbox_cases',
      filters: [text('status', 'running: only open cases', { choices: ['running'] })],
      columns: [
        idColumn('Id', 'id'),
        column('Person', 'personId', { whole: true }),
        column('Status', 'status'),
        dateColumn('Opened', 'openedAt'),
        dateColumn('Changes', 'dueAt'),
        dateColumn('Ended', 'endedAt', true),
      ],
      example: 'mailbox-cases list --status running',
    },
    {
      name: 'show',
      about: 'Show a case; staff open its evidence in the portal',
      method: 'GET',
      path: '/mailbox_cases/{id}',
      example: `mailbox-cases show ${id}`,
    },
    {
      name: 'open',
      about: 'Open a case: the account and its keys are suspended immediately',
      method: 'POST',
      path: '/mailbox_cases',
      fields: [
        text('personId', 'id of the person', { required: true }),
        text('email', 'the new address', { required: true }),
      ],
      confirm: 'The account is suspended until the case ends: its keys stop working now.',
      example:
        'mailbox-cases open --person-id 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --email ada@new.example --yes',
    },
    {
      name: 'withdraw',
      about: 'Withdraw a case: the address does not change, and the account works again',
      method: 'PATCH',
      path: '/mailbox_cases/{id}',
      fields: [],
      omits: ['decision'],
      preset: { decision: 'withdraw' },
      example: `mailbox-cases withdraw ${id}`,
    },
    {
      name: 'refuse',
      about: 'Refuse a case: the address does not change, and the account works again',
      method: 'PATCH',
      path: '/mailbox_cases/{id}',
      fields: [text('reasonCode', 'why', { choices: staffReasons, required: true })],
      omits: ['decision'],
      preset: { decision: 'refuse' },
      example: `mailbox-cases refuse ${id} --reason-code not_the_person`,
    },
  ],
};
