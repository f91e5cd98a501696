import { byLocale } from '../../kernel/pages/by-locale.ts';
import { webhookTexts } from '../texts/index.ts';

export const webhookTextsFor = byLocale(webhookTexts);

/** The path of the page with the webhook endpoints. */
export const webhooksPlace: `/${string}` = '/portal/developer/webhooks';
