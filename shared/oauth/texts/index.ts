// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const clientEmailTexts = { en: en.clientEmailTexts, es: es.clientEmailTexts };
export const clientTexts = { en: en.clientTexts, es: es.clientTexts };
export const oauthConsentFormTexts = { en: en.oauthConsentFormTexts, es: es.oauthConsentFormTexts };
export const oauthConsentPageTexts = { en: en.oauthConsentPageTexts, es: es.oauthConsentPageTexts };
export const oauthDevicePagesTexts = { en: en.oauthDevicePagesTexts, es: es.oauthDevicePagesTexts };
export const oauthFormPostPageTexts = {
  en: en.oauthFormPostPageTexts,
  es: es.oauthFormPostPageTexts,
};
export const oauthLogoutPagesTexts = { en: en.oauthLogoutPagesTexts, es: es.oauthLogoutPagesTexts };
export const ownLogoPageTexts = { en: en.ownLogoPageTexts, es: es.ownLogoPageTexts };
export const portalConnectionsPagesTexts = {
  en: en.portalConnectionsPagesTexts,
  es: es.portalConnectionsPagesTexts,
};
