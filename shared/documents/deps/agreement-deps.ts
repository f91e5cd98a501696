import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { publishedTexts } from '../agreements/published-texts.ts';
import { type Agreements, registerOf } from '../agreements/register.ts';

export interface AgreementDeps {
  /** The texts that people sign, of today and of before. */
  readonly agreements: Agreements;
}

/** The part of a composition root for functions that show such a text, or take a signature of one. */
export function agreementDeps(): AgreementDeps {
  return { agreements: registerOf(publishedTexts) };
}

/** What pages and routes need on which something is signed. */
export interface SigningDeps extends ServiceDeps, AgreementDeps {}

/** The composition root of such functions. */
export function signingDeps(): SigningDeps {
  return { ...serviceDeps(), ...agreementDeps() };
}
