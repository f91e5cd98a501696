import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';

/** A text that somebody has put their name to. */
export interface SignedText {
  /** With what it was accepted for, where that is not all. */
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  readonly url: string;
}

const say = words({
  en: {
    signed: ({ title, version, sha256 }: SignedText) =>
      `What was signed: ${title}, version ${version}. SHA-256 of its text: ${sha256}`,
    reference: ({ title, version }: SignedText) => `The text that was signed: ${title}, ${version}`,
  },
  es: {
    signed: ({ title, version, sha256 }: SignedText) =>
      `Lo que se firmó: ${title}, versión ${version}, en inglés, que es el texto que obliga. SHA-256 de su texto: ${sha256}`,
    reference: ({ title, version }: SignedText) => `El texto que se firmó: ${title}, ${version}`,
  },
});

/** A signed text as a letter says it: title, version, and the digest of its text. */
export function signedInWords(text: SignedText, reader: Spoken): string {
  return say(reader).signed(text);
}

/** A reference to a signed text, at the end of a letter. */
export function referenceToSigned(text: SignedText, reader: Spoken) {
  return { label: say(reader).reference(text), url: text.url };
}
