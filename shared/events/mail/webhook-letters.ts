import { letters } from '../../mail/mail/message.ts';

import { webhookLetterTexts } from '../texts/index.ts';

/** Of webhooks that have ended by themselves. */
export const webhookLetters = letters(webhookLetterTexts);
