import { publishedTexts, registerOf } from '../../shared/documents/agreements/register.ts';

/** The text of the subject that is in force in every world that has published no other. */
export const textInForce = registerOf(publishedTexts).inForce;
