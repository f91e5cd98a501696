import { oauthScopeTexts, scopeTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';

/** The rights of an Agent Key's scope, in words for the key's owner. */
export const scopeTextsFor = byLocale(scopeTexts);

/**
 * The rights of an OAuth scope, in words for the person who grants them; in the order of the list.
 */
export const oauthScopeTextsFor = byLocale(oauthScopeTexts);
