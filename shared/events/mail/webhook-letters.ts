import { letters } from '../../mail/mail/message.ts';

import { webhookLetterTexts } from '../texts/index.ts';

/** For webhooks that were disabled automatically. */
export const webhookLetters = letters(webhookLetterTexts);
