import { letters } from '../../mail/mail/message.ts';

import { residencyLetterTexts, visitorLetterTexts } from '../texts/index.ts';

/**
 * To applicants for residency, and to people whose email address an application gives. A stranger may have given the address, so
 * nothing in these emails is their choice, except a partner's name and the reviewer's words.
 */
export const residencyLetters = letters(residencyLetterTexts);

/** To applicants for a visitor pass. */
export const visitorLetters = letters(visitorLetterTexts);
