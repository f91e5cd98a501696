import type { ResidencyType } from '../../people/domain/residency.ts';
import type { Agreements } from '../agreements/register.ts';

const applied = {
  Resident: 'resident_annual',
  'e-Resident': 'e_resident',
  'Limited e-Resident': 'limited_e_resident',
} as const;

/** Version of the Agreement of Coexistence that residents of this type accept today. */
export function agreementInForce(type: ResidencyType, agreements: Agreements): string {
  return agreements.inForce(applied[type]).version;
}
