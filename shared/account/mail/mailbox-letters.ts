import { letters } from '../../mail/mail/message.ts';

import { mailboxLetterTexts } from '../texts/index.ts';

/** Of a mailbox that someone says is lost. */
export const mailboxLetters = letters(mailboxLetterTexts);
