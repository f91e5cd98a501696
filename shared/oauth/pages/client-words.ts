import { words } from '../../kernel/pages/words.ts';
import { clientTexts } from '../texts/index.ts';

export const clientWords = words(clientTexts);

/** Their address. */
export const clientsPlace: `/${string}` = '/portal/developer/applications';
