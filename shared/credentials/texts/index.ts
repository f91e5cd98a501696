// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const credentialTexts = { en: en.credentialTexts, es: es.credentialTexts };
export const portalCredentialsPageTexts = {
  en: en.portalCredentialsPageTexts,
  es: es.portalCredentialsPageTexts,
};
export const verifyCredentialPageTexts = {
  en: en.verifyCredentialPageTexts,
  es: es.verifyCredentialPageTexts,
};
export const walletTexts = { en: en.walletTexts, es: es.walletTexts };
