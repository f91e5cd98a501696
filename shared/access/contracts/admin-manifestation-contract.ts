import * as z from 'zod/mini';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { acceptableAgreements, type Manifestation } from '../domain/manifestation.ts';

/** Body of `PUT …/manifestation_of_will`: the agreements accepted in advance, and no others. */
export const SignManifestation = z.object({
  acceptedAgreements: z._default(z.array(z.enum(acceptableAgreements)).check(z.maxLength(20)), []),
});

export const Will = z.object({
  active: z.boolean(),
  signedAt: z.nullable(OutputInstant),
  revokedAt: z.nullable(OutputInstant),
  acceptedAgreements: z.array(z.enum(acceptableAgreements)),
});

export const WillAnswer = z.object({ data: Will });

/** A person's Manifestation of Will as operators see it. */
export function presentWill(will: Manifestation): z.output<typeof Will> {
  const { active, signedAt, revokedAt, acceptedAgreements } = will;
  return { active, signedAt, revokedAt, acceptedAgreements: [...acceptedAgreements] };
}
