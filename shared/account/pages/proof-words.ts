import { words } from '../../kernel/pages/words.ts';

import { proofTexts } from '../texts/index.ts';

/** What a proof can show, for those who choose it and those who are shown it. */
export const proofFieldWords = words(proofTexts);
