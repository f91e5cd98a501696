// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const applicationEmailTexts = { en: en.applicationEmailTexts, es: es.applicationEmailTexts };
export const applicationFieldsTexts = {
  en: en.applicationFieldsTexts,
  es: es.applicationFieldsTexts,
};
export const applicationPageTexts = { en: en.applicationPageTexts, es: es.applicationPageTexts };
export const applicationParticularsTexts = {
  en: en.applicationParticularsTexts,
  es: es.applicationParticularsTexts,
};
export const applicationRefusalsTexts = {
  en: en.applicationRefusalsTexts,
  es: es.applicationRefusalsTexts,
};
export const applicationStatusTexts = {
  en: en.applicationStatusTexts,
  es: es.applicationStatusTexts,
};
export const applicationStepsTexts = { en: en.applicationStepsTexts, es: es.applicationStepsTexts };
export const newApplicationPageTexts = {
  en: en.newApplicationPageTexts,
  es: es.newApplicationPageTexts,
};
export const payApplicationTexts = { en: en.payApplicationTexts, es: es.payApplicationTexts };
export const signaturePageTexts = { en: en.signaturePageTexts, es: es.signaturePageTexts };
export const signatureStateTexts = { en: en.signatureStateTexts, es: es.signatureStateTexts };
