import { products } from '../../shared/kernel/domain/product.ts';
import { voucherKinds } from '../../shared/payments/domain/voucher.ts';
import { column, dateColumn, idColumn, type Row } from '../column.ts';
import { date, type Group, integer, list, text } from '../command.ts';

/** Percent, or an amount in the currency's own units; nothing for a full voucher. */
function worth({ kind, value, currency }: Row): unknown {
  if (typeof value !== 'number') return null;
  if (kind === 'percent') return `${value} %`;
  return `${(value / 100).toFixed(2)} ${typeof currency === 'string' ? currency : ''}`.trim();
}

export const vouchers: Group = {
  name: 'vouchers',
  about: 'Vouchers that pay for applications and requests',
  heading: 'Codes and names',
  commands: [
    {
      name: 'list',
      about: 'List vouchers, newest first',
      method: 'GET',
      path: '/vouchers',
      columns: [
        idColumn('Code', 'code'),
        column('Kind', 'kind'),
        column('Value', worth),
        column('Products', 'products', { spare: true }),
        dateColumn('Expires', 'expiresAt'),
        dateColumn('Redeemed', 'redeemedAt'),
      ],
      example: 'vouchers list --limit 10',
    },
    {
      name: 'show',
      about: 'Show a voucher',
      method: 'GET',
      path: '/vouchers/{code}',
      arguments: { code: 'code of the voucher' },
      example: 'vouchers show WELCOME-2026',
    },
    {
      name: 'create',
      about: 'Create a voucher that works once and must cover the whole invoice',
      method: 'POST',
      path: '/vouchers',
      fields: [
        text('code', 'code (default: a new one)', { value: 'code' }),
        text('kind', 'what the voucher covers; full covers any fee', {
          value: 'kind',
          choices: voucherKinds,
          required: true,
        }),
        integer('value', 'percent: 1 to 100 (less than 100 pays no invoice); amount: cents'),
        text('currency', 'currency of an amount, such as USD', { value: 'currency' }),
        list('products', 'product that it can pay for (default: all)', {
          value: 'product',
          choices: products,
        }),
        date('expiresAt', 'when it expires (default never)'),
      ],
      example: 'vouchers create --code WELCOME-2026 --kind amount --value 30000',
    },
  ],
};
