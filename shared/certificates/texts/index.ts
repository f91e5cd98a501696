// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const certificateEmailTexts = { en: en.certificateEmailTexts, es: es.certificateEmailTexts };
export const certificateKindTexts = { en: en.certificateKindTexts, es: es.certificateKindTexts };
export const certificatePageTexts = { en: en.certificatePageTexts, es: es.certificatePageTexts };
export const certificateStatusTexts = {
  en: en.certificateStatusTexts,
  es: es.certificateStatusTexts,
};
export const contestFormTexts = { en: en.contestFormTexts, es: es.contestFormTexts };
export const findCertificatePageTexts = {
  en: en.findCertificatePageTexts,
  es: es.findCertificatePageTexts,
};
export const newCertificatePageTexts = {
  en: en.newCertificatePageTexts,
  es: es.newCertificatePageTexts,
};
export const ownCertificatePageTexts = {
  en: en.ownCertificatePageTexts,
  es: es.ownCertificatePageTexts,
};
export const payCertificateTexts = { en: en.payCertificateTexts, es: es.payCertificateTexts };
export const taxProofPageTexts = { en: en.taxProofPageTexts, es: es.taxProofPageTexts };
