// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const webhookEmailTexts = { en: en.webhookEmailTexts, es: es.webhookEmailTexts };
export const webhookTexts = { en: en.webhookTexts, es: es.webhookTexts };
