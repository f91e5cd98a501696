// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const claimPageTexts = { en: en.claimPageTexts, es: es.claimPageTexts };
export const confirmEntityPageTexts = {
  en: en.confirmEntityPageTexts,
  es: es.confirmEntityPageTexts,
};
export const holderPageTexts = { en: en.holderPageTexts, es: es.holderPageTexts };
export const payResidencyResidenciesTexts = {
  en: en.payResidencyResidenciesTexts,
  es: es.payResidencyResidenciesTexts,
};
export const payResidencyTexts = { en: en.payResidencyTexts, es: es.payResidencyTexts };
export const residencyAgreementPageTexts = {
  en: en.residencyAgreementPageTexts,
  es: es.residencyAgreementPageTexts,
};
export const residencyApplicationStateTexts = {
  en: en.residencyApplicationStateTexts,
  es: es.residencyApplicationStateTexts,
};
export const residencyEmailTexts = { en: en.residencyEmailTexts, es: es.residencyEmailTexts };
export const residencyParticularsTexts = {
  en: en.residencyParticularsTexts,
  es: es.residencyParticularsTexts,
};
export const residencyStatusTexts = { en: en.residencyStatusTexts, es: es.residencyStatusTexts };
export const residencyTexts = { en: en.residencyTexts, es: es.residencyTexts };
export const termEmailTexts = { en: en.termEmailTexts, es: es.termEmailTexts };
export const verifiedAgreementPageTexts = {
  en: en.verifiedAgreementPageTexts,
  es: es.verifiedAgreementPageTexts,
};
export const visitorEmailTexts = { en: en.visitorEmailTexts, es: es.visitorEmailTexts };
