// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const accountEmailTexts = { en: en.accountEmailTexts, es: es.accountEmailTexts };
export const annulmentEmailTexts = { en: en.annulmentEmailTexts, es: es.annulmentEmailTexts };
export const answerInformationTexts = {
  en: en.answerInformationTexts,
  es: es.answerInformationTexts,
};
export const applicationsPageTexts = { en: en.applicationsPageTexts, es: es.applicationsPageTexts };
export const entityStandingTexts = { en: en.entityStandingTexts, es: es.entityStandingTexts };
export const helpPageTexts = { en: en.helpPageTexts, es: es.helpPageTexts };
export const informationPageTexts = { en: en.informationPageTexts, es: es.informationPageTexts };
export const invoiceLabelsTexts = { en: en.invoiceLabelsTexts, es: es.invoiceLabelsTexts };
export const invoiceTexts = { en: en.invoiceTexts, es: es.invoiceTexts };
export const keyApprovalPageTexts = { en: en.keyApprovalPageTexts, es: es.keyApprovalPageTexts };
export const mailedKeyTexts = { en: en.mailedKeyTexts, es: es.mailedKeyTexts };
export const operatorEmailTexts = { en: en.operatorEmailTexts, es: es.operatorEmailTexts };
export const ownEntitiesPageTexts = { en: en.ownEntitiesPageTexts, es: es.ownEntitiesPageTexts };
export const ownEntityPageTexts = { en: en.ownEntityPageTexts, es: es.ownEntityPageTexts };
export const ownInvoicePageTexts = { en: en.ownInvoicePageTexts, es: es.ownInvoicePageTexts };
export const ownInvoicesPageTexts = { en: en.ownInvoicesPageTexts, es: es.ownInvoicesPageTexts };
export const portalHomePageTexts = { en: en.portalHomePageTexts, es: es.portalHomePageTexts };
export const privacyPageTexts = { en: en.privacyPageTexts, es: es.privacyPageTexts };
export const receiptEmailTexts = { en: en.receiptEmailTexts, es: es.receiptEmailTexts };
export const startPageTexts = { en: en.startPageTexts, es: es.startPageTexts };
export const submissionEmailTexts = { en: en.submissionEmailTexts, es: es.submissionEmailTexts };
export const toDoPartTexts = { en: en.toDoPartTexts, es: es.toDoPartTexts };
export const trailTexts = { en: en.trailTexts, es: es.trailTexts };
export const unusedPaymentEmailTexts = {
  en: en.unusedPaymentEmailTexts,
  es: es.unusedPaymentEmailTexts,
};
export const uploadEmailTexts = { en: en.uploadEmailTexts, es: es.uploadEmailTexts };
