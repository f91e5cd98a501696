import { letters } from '../../mail/mail/message.ts';
import { receiptLetterTexts, submissionLetterTexts, uploadLetterTexts } from '../texts/index.ts';

/** To the person who submitted something, or for whom it was submitted. */
export const submissionLetters = letters(submissionLetterTexts);

/** To the person who paid, or for whom it was paid. */
export const receiptLetters = letters(receiptLetterTexts);

/** For the person who uploaded a file that can't be opened. */
export const uploadLetters = letters(uploadLetterTexts);
