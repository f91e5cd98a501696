// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const amendmentChangesTexts = { en: en.amendmentChangesTexts, es: es.amendmentChangesTexts };
export const amendmentEmailPartTexts = {
  en: en.amendmentEmailPartTexts,
  es: es.amendmentEmailPartTexts,
};
export const amendmentEmailTexts = { en: en.amendmentEmailTexts, es: es.amendmentEmailTexts };
export const amendmentPageTexts = { en: en.amendmentPageTexts, es: es.amendmentPageTexts };
export const amendmentSignatureSayOfProblemTexts = {
  en: en.amendmentSignatureSayOfProblemTexts,
  es: es.amendmentSignatureSayOfProblemTexts,
};
export const amendmentStatusTexts = { en: en.amendmentStatusTexts, es: es.amendmentStatusTexts };
export const objectionPageTexts = { en: en.objectionPageTexts, es: es.objectionPageTexts };
export const payAmendmentTexts = { en: en.payAmendmentTexts, es: es.payAmendmentTexts };
export const proposalPageTexts = { en: en.proposalPageTexts, es: es.proposalPageTexts };
export const representationEmailTexts = {
  en: en.representationEmailTexts,
  es: es.representationEmailTexts,
};
