import { oauthScopeTexts, scopeTexts } from '../texts/index.ts';
import { words } from './words.ts';

/** The rights of an Agent Key's scope, in words for the key's owner. */
export const scopeWords = words(scopeTexts);

/**
 * The rights of an OAuth scope, in words for the person who grants them; in the order of the list.
 */
export const oauthScopeWords = words(oauthScopeTexts);
