import type { Agreements } from '../agreements/register.ts';
import type { ResidencyType } from '../domain/residency.ts';

const applied = {
  Resident: 'resident_annual',
  'e-Resident': 'e_resident',
  'Limited e-Resident': 'limited_e_resident',
} as const;

/** Version of the Agreement of Coexistence that residents of this type accept today. */
export function agreementInForce(type: ResidencyType, agreements: Agreements): string {
  return agreements.inForce(applied[type]).version;
}
