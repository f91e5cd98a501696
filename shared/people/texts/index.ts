// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const residencyTypeTexts = { en: en.residencyTypeTexts, es: es.residencyTypeTexts };
