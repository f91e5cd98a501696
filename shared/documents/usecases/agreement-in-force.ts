import type { ResidencyType } from '../../people/domain/residency.ts';
import type { Agreements, PublishedText } from '../agreements/register.ts';

const applied = {
  Resident: 'resident_annual',
  'e-Resident': 'e_resident',
  'Limited e-Resident': 'limited_e_resident',
} as const;

/** The version of the Agreement of Coexistence that residents of this type sign today. */
export function agreementInForce(type: ResidencyType, agreements: Agreements): string {
  return agreements.inForce(applied[type]).version;
}

/** The current text of a Manifestation of Will. */
export function wordingsInForce(agreements: Agreements): {
  readonly manifestation: PublishedText;
  readonly agreement: PublishedText;
} {
  return {
    manifestation: agreements.inForce('manifestation_of_will'),
    agreement: agreements.inForce('legal_entity'),
  };
}
