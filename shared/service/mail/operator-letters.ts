import { letters } from '../../mail/mail/message.ts';
import { operatorLetterTexts } from '../texts/index.ts';

/** To those whom an act of two operators concerns that no other letter reports. */
export const operatorLetters = letters(operatorLetterTexts);
