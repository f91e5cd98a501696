import { words } from '../../kernel/pages/words.ts';
import { webhookTexts } from '../texts/index.ts';

export const webhookWords = words(webhookTexts);

/** Their address. */
export const webhooksPlace: `/${string}` = '/portal/developer/webhooks';
