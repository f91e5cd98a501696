import { oauthScopeTexts, scopeTexts } from '../texts/index.ts';
import { words } from './words.ts';

/** What an Agent Key with a scope may do, in the words of those who give it. */
export const scopeWords = words(scopeTexts);

/** What an application with a scope may do, in the words of those who allow it; in the order in which they are listed. */
export const oauthScopeWords = words(oauthScopeTexts);
