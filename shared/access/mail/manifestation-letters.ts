import { type Letter, letters } from '../../mail/mail/message.ts';
import { referenceToSigned, type SignedText, signedInWords } from '../../mail/mail/signed-text.ts';

interface Facts {
  /** Null: an operator recorded it. */
  readonly signerName: string | null;
  readonly at: string;
  readonly texts: readonly SignedText[];
  readonly url: string;
}

const es = { locale: 'es' } as const;

/** To who signed the Manifestation of Will. */
export const manifestationLetters = letters({
  en: {
    manifestationSigned: (facts: Facts): Letter => ({
      subject: 'Signed: Manifestation of Will',
      paragraphs: [
        facts.signerName === null
          ? `An operator of the registry recorded your Manifestation of Will on ${facts.at}.`
          : `Your Manifestation of Will was signed on ${facts.at} by ${facts.signerName}.`,
        ...facts.texts.map((text) => signedInWords(text, {})),
        'Keep this email: it is your copy. If you did not expect it, sign in, revoke the Manifestation of Will, and contact us.',
      ],
      references: facts.texts.map((text) => referenceToSigned(text, {})),
      link: { label: 'View or revoke it', url: facts.url },
    }),
  },
  es: {
    manifestationSigned: (facts): Letter => ({
      subject: 'Firmada: Manifestación de Voluntad',
      paragraphs: [
        facts.signerName === null
          ? `Un operador del registro dejó constancia de su Manifestación de Voluntad el ${facts.at}.`
          : `Su Manifestación de Voluntad se firmó el ${facts.at}, con el nombre ${facts.signerName}.`,
        ...facts.texts.map((text) => signedInWords(text, es)),
        'Conserve este correo: es su copia. Si no lo esperaba, inicie sesión, revoque la Manifestación de Voluntad y escríbanos.',
      ],
      references: facts.texts.map((text) => referenceToSigned(text, es)),
      link: { label: 'Verla o revocarla', url: facts.url },
    }),
  },
});
