import { letters } from '../../mail/mail/message.ts';

import { mailboxLetterTexts } from '../texts/index.ts';

/** For a mailbox that is reported as lost. */
export const mailboxLetters = letters(mailboxLetterTexts);
