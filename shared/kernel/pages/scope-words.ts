import { oauthScopeTexts, scopeTexts } from '../texts/index.ts';
import { words } from './words.ts';

/** The rights of an Agent Key's scope, addressed to the key's owner. */
export const scopeWords = words(scopeTexts);

/** The rights of an application's scope, addressed to the person who allows them; in the order of the list. */
export const oauthScopeWords = words(oauthScopeTexts);
