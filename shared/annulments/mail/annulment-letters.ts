import { letters } from '../../mail/mail/message.ts';
import { annulmentLetterTexts } from '../texts/index.ts';

/** To whom a mistake of the registry concerns, when it is put right. */
export const annulmentLetters = letters(annulmentLetterTexts);
