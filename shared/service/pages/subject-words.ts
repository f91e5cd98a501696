import { words } from '../../kernel/pages/words.ts';
import { subjectTexts } from '../texts/index.ts';

/** What is reviewed, as a heading names it. */
export const subjectIn = words(subjectTexts);
