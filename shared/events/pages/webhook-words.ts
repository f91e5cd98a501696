import { words } from '../../kernel/pages/words.ts';
import { webhookTexts } from '../texts/index.ts';

/** What the pages of webhooks say. */
export const webhookWords = words(webhookTexts);

/** Where they are. */
export const webhooksPlace: `/${string}` = '/portal/developer/webhooks';
