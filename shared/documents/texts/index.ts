// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const addressTexts = { en: en.addressTexts, es: es.addressTexts };
export const agreementTextPageTexts = {
  en: en.agreementTextPageTexts,
  es: es.agreementTextPageTexts,
};
export const agreementTextTexts = { en: en.agreementTextTexts, es: es.agreementTextTexts };
export const fileComplaintTexts = { en: en.fileComplaintTexts, es: es.fileComplaintTexts };
export const printoutTexts = { en: en.printoutTexts, es: es.printoutTexts };
export const specimenTexts = { en: en.specimenTexts, es: es.specimenTexts };
