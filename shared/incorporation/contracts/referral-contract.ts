import * as z from 'zod/mini';
import { OutputInstant } from '../../kernel/contracts/text.ts';

/** Path of the listing; the code in any spelling that counts as the same. */
export const ByReferralCode = z.object({ code: z.string() });

/** Whom a referral code brought (spec 2.10). */
export const ReferralListing = z.object({
  code: z.string(),
  naturalPersons: z.array(
    z.object({
      /** Null until the person has given a name. */
      fullName: z.nullable(z.string()),
      referredAt: z.nullable(OutputInstant),
    }),
  ),
  legalEntities: z.array(
    z.object({
      /** Name and extension as displayed. */
      name: z.string(),
      rpn: z.string(),
      /** The entity's registration date. */
      referredAt: z.nullable(OutputInstant),
    }),
  ),
});
export type ReferralListing = z.output<typeof ReferralListing>;
