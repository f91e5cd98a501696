// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const manifestationEmailTexts = {
  en: en.manifestationEmailTexts,
  es: es.manifestationEmailTexts,
};
export const portalDeveloperPageTexts = {
  en: en.portalDeveloperPageTexts,
  es: es.portalDeveloperPageTexts,
};
export const portalKeyPagesTexts = { en: en.portalKeyPagesTexts, es: es.portalKeyPagesTexts };
export const portalManifestationPageTexts = {
  en: en.portalManifestationPageTexts,
  es: es.portalManifestationPageTexts,
};
