import * as z from 'zod/mini';
import { rule } from '../../kernel/contracts/rule.ts';

const Code = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * Body of `POST …/pay/voucher` on an application. Output: `{ code }` as it was sent.
 *
 * Source: spec 4.7, alias in 9.4: `voucherCode` wins when both names are sent. Error: neither sent, or
 * sent empty -> 400 `Invalid request body`. Whether the code exists is not checked here.
 */
export const VoucherPayment = z.pipe(
  z.object({ voucherCode: z.optional(Code), couponCode: z.optional(Code) }).check(
    rule(
      { anyOf: [{ required: ['voucherCode'] }, { required: ['couponCode'] }] },
      z.superRefine(({ voucherCode, couponCode }, context) => {
        if (voucherCode !== undefined || couponCode !== undefined) return;
        context.addIssue({ code: 'invalid_type', expected: 'string', path: ['voucherCode'] });
      }),
    ),
  ),
  z.transform(({ voucherCode, couponCode }: { voucherCode?: string; couponCode?: string }) => ({
    code: voucherCode ?? couponCode ?? '',
  })),
);

/** Body of `POST …/pay/coupon`, the deprecated alias (spec 4.8). Output: `{ code }`. */
export const CouponPayment = z.pipe(
  z.object({ couponCode: Code }),
  z.transform(({ couponCode }: { couponCode: string }) => ({ code: couponCode })),
);
