import { letters } from '../../mail/mail/message.ts';

import { residencyLetterTexts, visitorLetterTexts } from '../texts/index.ts';

/**
 * To applicants for residency, and to those whose e-mail address an application gives. But for a partner's name and the
 * reviewer's words, nothing in them was chosen by whoever gave the address: a stranger may have.
 */
export const residencyLetters = letters(residencyLetterTexts);

/** To applicants for a visitor pass. */
export const visitorLetters = letters(visitorLetterTexts);
