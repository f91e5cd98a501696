import * as z from 'zod/mini';
import { presented } from '../../kernel/contracts/presented.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, Instant, OutputInstant, trimmedPattern } from '../../kernel/contracts/text.ts';
import { isVoucherCode, voucherCodeKey } from '../../kernel/domain/code.ts';
import { products } from '../../kernel/domain/product.ts';
import { type VoucherKind, voucherKinds } from '../domain/voucher.ts';

const Product = z.enum(products);

/** The value of each kind: none, percent, cents. */
const values = {
  full: {
    says: { enum: [null] },
    fits: (value: number | null) => value === null,
    error: 'Must be absent',
  },
  percent: {
    says: { type: 'integer', minimum: 1, maximum: 100 },
    fits: (value: number | null) => value !== null && value >= 1 && value <= 100,
    error: 'Must be 1 to 100',
  },
  amount: {
    says: { type: 'integer', minimum: 1 },
    fits: (value: number | null) => value !== null && value >= 1,
    error: 'Must be a number of cents',
  },
} as const;

function withItsValue(kind: keyof typeof values) {
  const properties = { kind: { const: kind }, value: values[kind].says };
  return { properties, required: kind === 'full' ? ['kind'] : ['kind', 'value'] };
}

const Code = z.string().check(
  z.overwrite(voucherCodeKey),
  rule(
    // Short codes can be guessed. Imported codes may be shorter.
    { pattern: trimmedPattern('[A-Za-z0-9_-]{6,64}') },
    z.refine((code) => isVoucherCode(code) && code.length >= 6, {
      error: 'Must be 6 to 64 letters, digits, - or _',
    }),
  ),
);

const terms = {
  kind: z.enum(voucherKinds),
  value: z.optional(z.nullable(z.int())),
  currency: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/)))),
  products: z.optional(
    z.array(Product).check(
      z.maxLength(20),
      z.overwrite((chosen) => [...new Set(chosen)]),
    ),
  ),
  expiresAt: z.optional(z.nullable(Instant)),
};

type Valued = { readonly kind: VoucherKind; readonly value?: number | null | undefined };

/** The value must fit the kind. */
const fittingValue = rule(
  { anyOf: voucherKinds.map(withItsValue) },
  ({ value: { kind, value = null }, issues }: z.core.ParsePayload<Valued>) => {
    const { fits, error } = values[kind];
    if (fits(value)) return;
    issues.push({ code: 'custom', input: value, path: ['value'], message: error });
  },
);

/**
 * The terms of a voucher. `value` is in percent of the invoice, or in cents of `currency` (ISO 4217). Without products,
 * it is valid for all.
 */
export const VoucherTerms = z.object(terms).check(fittingValue);

/** Body of `POST /admin/v1/vouchers`. The code is stored in normalized form. */
export const CreateVoucher = z.object({ code: z.optional(Code), ...terms }).check(fittingValue);
export type CreateVoucher = z.output<typeof CreateVoucher>;

export const Voucher = z.object({
  code: z.string(),
  kind: z.enum(voucherKinds),
  value: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  products: z.array(Product),
  expiresAt: z.nullable(OutputInstant),
  redeemedAt: z.nullable(OutputInstant),
  redeemedFor: z.nullable(z.object({ type: Product, id: Id })),
  createdAt: OutputInstant,
});
export type Voucher = z.output<typeof Voucher>;

export const VoucherAnswer = z.object({ data: Voucher });

/** A voucher as operators see it (admin 3). */
export function presentVoucher(voucher: Voucher): Voucher {
  return presented(Voucher, {
    ...voucher,
  });
}
