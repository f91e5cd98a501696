// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const browserTexts = { en: en.browserTexts, es: es.browserTexts };
export const newBrowserEmailTexts = { en: en.newBrowserEmailTexts, es: es.newBrowserEmailTexts };
export const passkeyEmailTexts = { en: en.passkeyEmailTexts, es: es.passkeyEmailTexts };
export const passkeyPagesTexts = { en: en.passkeyPagesTexts, es: es.passkeyPagesTexts };
export const passkeyScriptTexts = { en: en.passkeyScriptTexts, es: es.passkeyScriptTexts };
export const passkeySignInTexts = { en: en.passkeySignInTexts, es: es.passkeySignInTexts };
export const portalBrowsersPageTexts = {
  en: en.portalBrowsersPageTexts,
  es: es.portalBrowsersPageTexts,
};
export const portalSignInPageTexts = { en: en.portalSignInPageTexts, es: es.portalSignInPageTexts };
export const signInEmailTexts = { en: en.signInEmailTexts, es: es.signInEmailTexts };
