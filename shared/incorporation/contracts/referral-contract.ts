import * as z from 'zod/mini';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, OutputInstant, trimmedPattern } from '../../kernel/contracts/text.ts';
import { isReferralCode } from '../../kernel/domain/code.ts';

/** Path of the listing. The code is accepted in any equivalent spelling. */
export const ByReferralCode = z.object({ code: z.string() });

/** The referrals of a code (spec 2.10). */
export const ReferralListing = z.object({
  code: z.string(),
  naturalPersons: z.array(
    z.object({
      /** Null until the person has entered a name. */
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

const ownerTypes = ['natural_person', 'legal_entity'] as const;

/** Body of `POST /admin/v1/referral_codes`. The code is stored as sent and found in any letter case. */
export const CreateReferralCode = z.object({
  code: z.optional(
    z
      .string()
      .check(
        z.trim(),
        rule(
          { pattern: trimmedPattern('[A-Za-z0-9._-]{3,64}') },
          z.refine(isReferralCode, { error: 'Must be 3 to 64 letters, digits, ., - or _' }),
        ),
      ),
  ),
  ownerType: z.enum(ownerTypes),
  ownerId: Id,
  selfReferralEnabled: z.optional(z.boolean()),
});
export type CreateReferralCode = z.output<typeof CreateReferralCode>;

/** Body of `PATCH /admin/v1/referral_codes/{code}`. */
export const ReviseReferralCode = z.object({ selfReferralEnabled: z.boolean() });

export const ReferralCode = z.object({
  code: z.string(),
  ownerType: z.enum(ownerTypes),
  ownerId: Id,
  selfReferralEnabled: z.boolean(),
  createdAt: OutputInstant,
});
type ReferralCode = z.output<typeof ReferralCode>;

export const ReferralCodeAnswer = z.object({ data: ReferralCode });

/** A referral code as operators see it (admin 3). */
export function presentReferralCode(referral: ReferralCode): ReferralCode {
  const { code, ownerType, ownerId, selfReferralEnabled, createdAt } = referral;
  return { code, ownerType, ownerId, selfReferralEnabled, createdAt };
}
