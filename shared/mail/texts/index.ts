// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const messageTexts = { en: en.messageTexts, es: es.messageTexts };
export const signedTextTexts = { en: en.signedTextTexts, es: es.signedTextTexts };
