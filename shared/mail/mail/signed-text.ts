import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { signedTextTexts } from '../texts/index.ts';

export interface SignedText {
  /** Includes what it was accepted for, if it was accepted for less than everything. */
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  readonly url: string;
}

const textsFor = byLocale(signedTextTexts);

/** A signed text as shown in an email: title, version, and the digest of its text. */
export function formatSignedText(text: SignedText, recipient: Localized): string {
  return textsFor(recipient).signed(text);
}

/** A reference to a signed text, at the end of an email. */
export function referenceToSigned(text: SignedText, recipient: Localized) {
  return { label: textsFor(recipient).reference(text), url: text.url };
}
