import { byLocale } from '../../kernel/pages/by-locale.ts';
import { clientTexts } from '../texts/index.ts';

export const clientTextsFor = byLocale(clientTexts);

/** The path of the page with a resident's own applications. */
export const clientsPlace: `/${string}` = '/portal/developer/applications';
