import { letters } from '../../mail/mail/message.ts';
import { certificateLetterTexts } from '../texts/index.ts';

/** To who requested a certificate. `entityName` is name and extension as displayed. */
export const certificateLetters = letters(certificateLetterTexts);
