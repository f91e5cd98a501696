import type { Agreements, PublishedText } from '../agreements/register.ts';

/** What a Manifestation of Will is about today. */
export function wordingsInForce(agreements: Agreements): {
  readonly manifestation: PublishedText;
  readonly agreement: PublishedText;
} {
  return {
    manifestation: agreements.inForce('manifestation_of_will'),
    agreement: agreements.inForce('legal_entity'),
  };
}
