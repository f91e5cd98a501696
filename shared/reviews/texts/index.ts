// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const filingStatusTexts = { en: en.filingStatusTexts, es: es.filingStatusTexts };
export const questionEmailTexts = { en: en.questionEmailTexts, es: es.questionEmailTexts };
export const waitsInTexts = { en: en.waitsInTexts, es: es.waitsInTexts };
