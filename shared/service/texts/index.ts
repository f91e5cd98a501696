// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const accountLetterTexts = { en: en.accountLetterTexts, es: es.accountLetterTexts };
export const annulmentLetterTexts = { en: en.annulmentLetterTexts, es: es.annulmentLetterTexts };
export const answerInformationTexts = {
  en: en.answerInformationTexts,
  es: es.answerInformationTexts,
};
export const applicationsPageTexts = { en: en.applicationsPageTexts, es: es.applicationsPageTexts };
export const entityLedgerTexts = { en: en.entityLedgerTexts, es: es.entityLedgerTexts };
export const entityStandingTexts = { en: en.entityStandingTexts, es: es.entityStandingTexts };
export const helpPageTexts = { en: en.helpPageTexts, es: es.helpPageTexts };
export const informationPageTexts = { en: en.informationPageTexts, es: es.informationPageTexts };
export const invoiceLabelsTexts = { en: en.invoiceLabelsTexts, es: es.invoiceLabelsTexts };
export const invoiceTexts = { en: en.invoiceTexts, es: es.invoiceTexts };
export const mailedKeyTexts = { en: en.mailedKeyTexts, es: es.mailedKeyTexts };
export const operatorLetterTexts = { en: en.operatorLetterTexts, es: es.operatorLetterTexts };
export const ownEntitiesPageTexts = { en: en.ownEntitiesPageTexts, es: es.ownEntitiesPageTexts };
export const ownEntityPageTexts = { en: en.ownEntityPageTexts, es: es.ownEntityPageTexts };
export const ownInvoicePageTexts = { en: en.ownInvoicePageTexts, es: es.ownInvoicePageTexts };
export const ownInvoicesPageTexts = { en: en.ownInvoicesPageTexts, es: es.ownInvoicesPageTexts };
export const portalHomePageTexts = { en: en.portalHomePageTexts, es: es.portalHomePageTexts };
export const privacyPageTexts = { en: en.privacyPageTexts, es: es.privacyPageTexts };
export const receiptLetterTexts = { en: en.receiptLetterTexts, es: es.receiptLetterTexts };
export const startPageTexts = { en: en.startPageTexts, es: es.startPageTexts };
export const subjectTexts = { en: en.subjectTexts, es: es.subjectTexts };
export const submissionLetterTexts = { en: en.submissionLetterTexts, es: es.submissionLetterTexts };
export const toDoPartTexts = { en: en.toDoPartTexts, es: es.toDoPartTexts };
export const uploadLetterTexts = { en: en.uploadLetterTexts, es: es.uploadLetterTexts };
