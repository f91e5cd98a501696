import type { SignedText } from '../mail/signed-text.ts';
import type * as en from './en.ts';

export const messageTexts: typeof en.messageTexts = {
  otherwise: 'Si el botón no funciona, abra esta dirección:',
};

export const signedTextTexts: typeof en.signedTextTexts = {
  signed: ({ title, version, sha256 }: SignedText) =>
    `Texto firmado: ${title}, versión ${version}. El texto vinculante está en inglés. SHA-256 del texto: ${sha256}`,
  reference: ({ title, version }: SignedText) => `Leer el texto firmado: ${title}, ${version}`,
};
