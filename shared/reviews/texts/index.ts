// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const filingStatusTexts = { en: en.filingStatusTexts, es: es.filingStatusTexts };
export const questionLetterTexts = { en: en.questionLetterTexts, es: es.questionLetterTexts };
export const waitsInTexts = { en: en.waitsInTexts, es: es.waitsInTexts };
