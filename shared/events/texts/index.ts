// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const webhookLetterTexts = { en: en.webhookLetterTexts, es: es.webhookLetterTexts };
export const webhookTexts = { en: en.webhookTexts, es: es.webhookTexts };
