import type { Letter } from '../mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../mail/signed-text.ts';

/** To who signed the Manifestation of Will. */
export const manifestationLetters = {
  /** `signerName` null: an operator recorded it. */
  manifestationSigned: (facts: {
    signerName: string | null;
    at: string;
    texts: readonly SignedText[];
    url: string;
  }): Letter => ({
    subject: 'Signed: Manifestation of Will',
    paragraphs: [
      facts.signerName === null
        ? `The registry has recorded your Manifestation of Will on ${facts.at}.`
        : `Your Manifestation of Will was signed on ${facts.at} by ${facts.signerName}.`,
      ...facts.texts.map(signedInWords),
      'This is your copy: keep it. If you did not expect it, sign in, revoke it, and tell the registry.',
    ],
    references: facts.texts.map(referenceToSigned),
    link: { label: 'See or revoke it', url: facts.url },
  }),
} as const;
