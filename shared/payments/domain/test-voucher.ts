import { voucherCodeKey } from '../../kernel/domain/code.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import type { VoucherState } from './voucher.ts';

/** Test codes of a sandbox, each with its own error. */
export const testVoucherCodes = [
  'TEST-EXPIRED',
  'TEST-REDEEMED',
  'TEST-OTHER-PRODUCT',
  'TEST-PARTIAL',
] as const;
type TestVoucherCode = (typeof testVoucherCodes)[number];

const good: VoucherState = {
  kind: 'full',
  value: null,
  currency: null,
  products: [],
  expiresAt: null,
  redeemedAt: null,
  redeemedFor: null,
};
const longAgo = '2020-01-01T00:00:00.000Z';

/** The result of a test code; null for all others. `product` is the product to pay for. */
export function testVoucher(
  code: string,
  product: Product,
): (VoucherState & { readonly code: string; readonly createdAt: string }) | null {
  const known = testVoucherCodes.find((each) => each === voucherCodeKey(code));
  if (known === undefined) return null;
  const refused = {
    'TEST-EXPIRED': { expiresAt: longAgo },
    'TEST-REDEEMED': { redeemedAt: longAgo },
    'TEST-OTHER-PRODUCT': { products: products.filter((each) => each !== product) },
    'TEST-PARTIAL': { kind: 'percent', value: 50 },
  } as const satisfies Readonly<Record<TestVoucherCode, Partial<VoucherState>>>;
  return { ...good, ...refused[known], code: known, createdAt: longAgo };
}
