import type { Spoken } from '../../kernel/domain/locale.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { words } from '../../kernel/pages/words.ts';
import type { PageComplaint } from '../contracts/payment-contract.ts';

const say = words({
  en: {
    missing: 'Enter the voucher code',
    tooMany: 'You tried too many codes. Try again in an hour',
    codes: {
      voucher_not_found: 'This voucher doesn’t exist. Check the code',
      voucher_not_applicable: 'You can’t use this voucher for this fee',
      voucher_expired: 'This voucher has expired',
      voucher_already_redeemed: 'This voucher has already been used',
      voucher_not_full_coverage: 'This voucher does not cover the whole fee',
    } as Readonly<Record<string, string>>,
  },
  es: {
    missing: 'Escriba el código del vale',
    tooMany: 'Probó demasiados códigos. Inténtelo de nuevo en una hora',
    codes: {
      voucher_not_found: 'Este vale no existe. Revise el código',
      voucher_not_applicable: 'Este vale no sirve para esta tasa',
      voucher_expired: 'Este vale venció',
      voucher_already_redeemed: 'Este vale ya se usó',
      voucher_not_full_coverage: 'Este vale no cubre la tasa completa',
    },
  },
});

/** What the payer is told of a voucher that did not pay; null where it was something else. */
export function voucherComplaint(
  { status, extras: { code = '' } }: Pick<ApiError, 'status' | 'extras'>,
  reader: Spoken,
): PageComplaint | null {
  const said = say(reader);
  if (status === 429) return { status, text: said.tooMany };
  const text = said.codes[code];
  return text === undefined ? null : { status: 400, text };
}

/** The complaint of a form in which no code was filled in, or none that can be one. */
export function voucherMissing(reader: Spoken, isEmpty: boolean): PageComplaint {
  const { missing, codes } = say(reader);
  return { status: 400, text: isEmpty ? missing : (codes['voucher_not_found'] ?? missing) };
}
