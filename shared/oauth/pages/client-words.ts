import { words } from '../../kernel/pages/words.ts';
import { clientTexts } from '../texts/index.ts';

/** What the pages of a resident's applications for sign-in say. */
export const clientWords = words(clientTexts);

/** Where they are. */
export const clientsPlace: `/${string}` = '/portal/developer/applications';
