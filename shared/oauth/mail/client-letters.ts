import { letters } from '../../mail/mail/message.ts';
import { clientLetterTexts } from '../texts/index.ts';

/** What operators decided about a resident's application, for its owner. */
export const clientLetters = letters(clientLetterTexts);
