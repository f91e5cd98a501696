import { letters } from '../../mail/mail/message.ts';

import { newBrowserLetterTexts, passkeyLetterTexts, signInLetterTexts } from '../texts/index.ts';

/**
 * To who signs in. The time tells several from each other. The code is not in the subject, which a locked screen shows;
 * the first lines, which it shows as well, are without it.
 */
export const signInLetters = letters(signInLetterTexts);

/** To who has an account, of a browser that had not signed in to it before. Never from where: that says little, and to whoever reads it. */
export const newBrowserLetters = letters(newBrowserLetterTexts);

/** To whose account it is. What a passkey is called is for its owner alone, and does not lie in the outbox. */
export const passkeyLetters = letters(passkeyLetterTexts);
