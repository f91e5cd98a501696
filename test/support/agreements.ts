import { publishedTexts, registerOf } from '../../shared/documents/agreements/register.ts';

/** The subject's current text in every world that has published no other. */
export const textInForce = registerOf(publishedTexts).inForce;
