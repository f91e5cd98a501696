import { words } from '../../kernel/pages/words.ts';
import { clientTexts } from '../texts/index.ts';

export const clientWords = words(clientTexts);

/** The path of the page with a resident's own applications. */
export const clientsPlace: `/${string}` = '/portal/developer/applications';
