import { letters } from '../../mail/mail/message.ts';

import { accountLetterTexts } from '../texts/index.ts';

/**
 * Mail about what can act for an account: keys, connected applications, the address itself. The last characters of a key
 * tell several from each other.
 */
export const accountLetters = letters(accountLetterTexts);
