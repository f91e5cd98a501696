import { paymentCaseStatuses } from '../../shared/payments/domain/payment-case.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';

const id = '5f0c2a4e-7b1d-8e3a-8c9d-0a1b2c3d4e5f';

export const payments: Group = {
  name: 'payments',
  about: 'Differences between payment providers and the registry',
  item: 'payment case',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'cases',
      about: 'List payment cases, newest first',
      method: 'GET',
      path: '/payment_cases',
      filters: [text('status', 'only cases with this status', { choices: paymentCaseStatuses })],
      columns: [
        idColumn('Id', 'id'),
        column('Kind', 'kind'),
        column('Status', 'status'),
        column('Provider', 'provider'),
        column('Cents', 'amountCents'),
        column('Currency', 'currency'),
        column('Owner', 'owner', { spare: true }),
        dateColumn('Since', 'createdAt'),
      ],
      example: 'payments cases --status open',
    },
    {
      name: 'show',
      about: 'Show a payment case',
      method: 'GET',
      path: '/payment_cases/{id}',
      example: `payments show ${id}`,
    },
    {
      name: 'take',
      about: 'Assign a payment case to yourself',
      method: 'POST',
      path: '/payment_cases/{id}/take',
      example: `payments take ${id}`,
    },
    {
      name: 'close',
      about: 'Close an assigned payment case',
      method: 'POST',
      path: '/payment_cases/{id}/close',
      fields: [text('reason', 'how it was resolved, without names', { required: true })],
      example: `payments close ${id} --reason "Returned to the payer"`,
    },
  ],
};
