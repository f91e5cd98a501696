import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { signedTextTexts } from '../texts/index.ts';

/** A signed text. */
export interface SignedText {
  /** Includes what it was accepted for, if it was accepted for less than everything. */
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  readonly url: string;
}

const say = words(signedTextTexts);

/** A signed text as shown in an email: title, version, and the digest of its text. */
export function signedInWords(text: SignedText, reader: Spoken): string {
  return say(reader).signed(text);
}

/** A reference to a signed text, at the end of an email. */
export function referenceToSigned(text: SignedText, reader: Spoken) {
  return { label: say(reader).reference(text), url: text.url };
}
