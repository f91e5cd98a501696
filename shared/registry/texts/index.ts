// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const detailTexts = { en: en.detailTexts, es: es.detailTexts };
export const registerSearchPageTexts = {
  en: en.registerSearchPageTexts,
  es: es.registerSearchPageTexts,
};
export const registeredEntityPageTexts = {
  en: en.registeredEntityPageTexts,
  es: es.registeredEntityPageTexts,
};
