import * as z from 'zod/mini';

/** Path of a voucher or a referral code, in any spelling that counts as the same. */
export const ByCode = z.object({ code: z.string() });
