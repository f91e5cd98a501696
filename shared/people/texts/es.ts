import type * as en from './en.ts';

export const residencyTypeTexts: typeof en.residencyTypeTexts = {
  Resident: 'Residente',
  'e-Resident': 'e-Residente',
  'Limited e-Resident': 'e-Residente limitado',
};
