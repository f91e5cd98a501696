import type { ResidencyType } from '../domain/residency.ts';

export const residencyTypeTexts: Readonly<Record<ResidencyType, string>> = {
  Resident: 'Resident',
  'e-Resident': 'e-Resident',
  'Limited e-Resident': 'Limited e-Resident',
};
