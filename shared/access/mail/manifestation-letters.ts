import { letters } from '../../mail/mail/message.ts';

import { manifestationLetterTexts } from '../texts/index.ts';

/** To who signed the Manifestation of Will. */
export const manifestationLetters = letters(manifestationLetterTexts);
