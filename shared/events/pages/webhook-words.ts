import { words } from '../../kernel/pages/words.ts';
import { webhookTexts } from '../texts/index.ts';

export const webhookWords = words(webhookTexts);

/** The path of the page with the webhook endpoints. */
export const webhooksPlace: `/${string}` = '/portal/developer/webhooks';
