// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const annulmentLetterTexts = { en: en.annulmentLetterTexts, es: es.annulmentLetterTexts };
