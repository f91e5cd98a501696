import { letters } from '../../mail/mail/message.ts';
import { termLetterTexts } from '../texts/index.ts';

/** To those whom the end of a residency concerns. Days are those of UTC. */
export const termLetters = letters(termLetterTexts);
