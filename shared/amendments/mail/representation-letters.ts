import { letters } from '../../mail/mail/message.ts';
import { representationLetterTexts } from '../texts/index.ts';

/** Mail about who represents a legal entity. */
export const representationLetters = letters(representationLetterTexts);
