import { invoiceStatuses } from '../../shared/payments/domain/invoice.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const id = '9c1f7b0e-4d7a-4f51-8f0e-6a0f0f6b7c21';

export const invoices: Group = {
  name: 'invoices',
  about: 'Invoices for applications and requests',
  item: 'invoice',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List invoices, newest first. For payments without an invoice see `payments`',
      method: 'GET',
      path: '/invoices',
      filters: [
        text('status', 'only invoices with this status', { choices: invoiceStatuses }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'statusId'),
        column('Cents', 'amountCents'),
        column('Currency', 'currency'),
        column('For', 'subject.type', { spare: true }),
        idColumn('Id of that', 'subject.id'),
        dateColumn('Paid', 'paidAt', true),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'invoices list --status open --created-from 2026-01-01',
    },
    {
      name: 'show',
      about: 'Show an invoice',
      method: 'GET',
      path: '/invoices/{id}',
      example: `invoices show ${id}`,
    },
    {
      name: 'void',
      about: 'Void an open invoice',
      method: 'POST',
      path: '/invoices/{id}/void',
      confirm: "A void invoice can't be paid. You can't undo this.",
      example: `invoices void ${id}`,
    },
  ],
};
