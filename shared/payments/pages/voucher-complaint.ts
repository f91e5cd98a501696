import type { ApiError } from '../../kernel/api-error.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PageComplaint } from '../portal-payment-contract.ts';

const say = words<Readonly<Record<string, string>>>({
  en: {
    voucher_not_found: 'There is no voucher with this code. Check it, letter by letter',
    voucher_not_applicable: 'This voucher is not for this fee',
    voucher_expired: 'This voucher has expired',
    voucher_already_redeemed: 'This voucher has been used before',
    voucher_not_full_coverage: 'This voucher does not cover the whole fee',
  },
  es: {
    voucher_not_found: 'No hay ningún vale con este código. Compruébelo letra por letra',
    voucher_not_applicable: 'Este vale no sirve para esta tasa',
    voucher_expired: 'Este vale ha vencido',
    voucher_already_redeemed: 'Este vale ya fue utilizado',
    voucher_not_full_coverage: 'Este vale no cubre la tasa completa',
  },
});

/** What the payer is told of a voucher that did not pay; null where it was something else. */
export function voucherComplaint(error: ApiError, reader: Spoken): PageComplaint | null {
  const text = error.extras.code === undefined ? undefined : say(reader)[error.extras.code];
  return text === undefined ? null : { status: 400, text };
}
