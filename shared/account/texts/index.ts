// Written by `npm run texts`.
import * as enResidents from './en/residents.ts';
import * as enVisitors from './en/visitors.ts';
import * as esResidents from './es/residents.ts';
import * as esVisitors from './es/visitors.ts';

export const activityFactsTexts = {
  en: enResidents.activityFactsTexts,
  es: esResidents.activityFactsTexts,
};
export const activityPageTexts = {
  en: enResidents.activityPageTexts,
  es: esResidents.activityPageTexts,
};
export const activityTexts = { en: enResidents.activityTexts, es: esResidents.activityTexts };
export const dataLabelsFieldsTexts = {
  en: enResidents.dataLabelsFieldsTexts,
  es: esResidents.dataLabelsFieldsTexts,
};
export const dataLabelsKindsTexts = {
  en: enResidents.dataLabelsKindsTexts,
  es: esResidents.dataLabelsKindsTexts,
};
export const dataLabelsValuesTexts = {
  en: enResidents.dataLabelsValuesTexts,
  es: esResidents.dataLabelsValuesTexts,
};
export const dataTexts = { en: enResidents.dataTexts, es: esResidents.dataTexts };
export const mailboxEmailTexts = {
  en: enVisitors.mailboxEmailTexts,
  es: esVisitors.mailboxEmailTexts,
};
export const myDataPageTexts = { en: enResidents.myDataPageTexts, es: esResidents.myDataPageTexts };
export const ownCasePagesTexts = {
  en: enVisitors.ownCasePagesTexts,
  es: esVisitors.ownCasePagesTexts,
};
export const ownDataPaperTexts = {
  en: enResidents.ownDataPaperTexts,
  es: esResidents.ownDataPaperTexts,
};
export const ownProofsPageTexts = {
  en: enResidents.ownProofsPageTexts,
  es: esResidents.ownProofsPageTexts,
};
export const partTexts = { en: enResidents.partTexts, es: esResidents.partTexts };
export const proofTexts = { en: enVisitors.proofTexts, es: esVisitors.proofTexts };
export const proveAddressPageTexts = {
  en: enVisitors.proveAddressPageTexts,
  es: esVisitors.proveAddressPageTexts,
};
export const residencyCardTexts = {
  en: enResidents.residencyCardTexts,
  es: esResidents.residencyCardTexts,
};
export const shownProofPageTexts = {
  en: enVisitors.shownProofPageTexts,
  es: esVisitors.shownProofPageTexts,
};
