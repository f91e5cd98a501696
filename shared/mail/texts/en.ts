import type { SignedText } from '../mail/signed-text.ts';

export const messageTexts = { otherwise: 'If the button does not work, open this address:' };

export const signedTextTexts = {
  signed: ({ title, version, sha256 }: SignedText) =>
    `Signed text: ${title}, version ${version}. SHA-256 of the text: ${sha256}`,
  reference: ({ title, version }: SignedText) => `Read the signed text: ${title}, ${version}`,
};
