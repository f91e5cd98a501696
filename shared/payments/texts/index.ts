// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const checkoutPageTexts = { en: en.checkoutPageTexts, es: es.checkoutPageTexts };
export const checkoutSandboxPageTexts = {
  en: en.checkoutSandboxPageTexts,
  es: es.checkoutSandboxPageTexts,
};
export const endingTexts = { en: en.endingTexts, es: es.endingTexts };
export const paymentFormsTexts = { en: en.paymentFormsTexts, es: es.paymentFormsTexts };
export const paymentMethodTexts = { en: en.paymentMethodTexts, es: es.paymentMethodTexts };
export const voucherComplaintTexts = { en: en.voucherComplaintTexts, es: es.voucherComplaintTexts };
