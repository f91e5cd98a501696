// Written by `npm run texts`.
import * as en from './en.ts';
import * as es from './es.ts';

export const addressFieldsTexts = { en: en.addressFieldsTexts, es: es.addressFieldsTexts };
export const dateTexts = { en: en.dateTexts, es: es.dateTexts };
export const entityTypeTexts = { en: en.entityTypeTexts, es: es.entityTypeTexts };
export const errorPageTexts = { en: en.errorPageTexts, es: es.errorPageTexts };
export const formErrorTexts = { en: en.formErrorTexts, es: es.formErrorTexts };
export const formTexts = { en: en.formTexts, es: es.formTexts };
export const layoutTexts = { en: en.layoutTexts, es: es.layoutTexts };
export const oauthScopeTexts = { en: en.oauthScopeTexts, es: es.oauthScopeTexts };
export const portalLayoutTexts = { en: en.portalLayoutTexts, es: es.portalLayoutTexts };
export const scopeTexts = { en: en.scopeTexts, es: es.scopeTexts };
export const secretTexts = { en: en.secretTexts, es: es.secretTexts };
export const signingFormTexts = { en: en.signingFormTexts, es: es.signingFormTexts };
export const siteTexts = { en: en.siteTexts, es: es.siteTexts };
export const subjectTexts = { en: en.subjectTexts, es: es.subjectTexts };
