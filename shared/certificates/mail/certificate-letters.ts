import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

interface Issued {
  readonly entityName: string;
  readonly url: string;
}

interface Rejected extends Issued {
  /** Null: none was given. */
  readonly reason: string | null;
}

/** To who requested a certificate. `entityName` is name and extension as displayed. */
export const certificateLetters = letters({
  en: {
    certificateIssued: ({ entityName, url }: Issued): Letter => ({
      subject: `Certificate of Good Standing: ${entityName}`,
      paragraphs: [
        `The Certificate of Good Standing of ${entityName} was issued.`,
        'It is among the documents of the legal entity. Its QR code leads to the page that tells whether it is genuine.',
      ],
      link: { label: 'See what the registry says of it', url },
    }),
    certificateRejected: ({ entityName, reason, url }: Rejected): Letter => ({
      subject: `No Certificate of Good Standing: ${entityName}`,
      paragraphs: [
        `The request for a Certificate of Good Standing of ${entityName} was rejected.`,
        { fromReviewer: `The reason: ${reason ?? 'none was given'}` },
      ],
      link: { label: 'See my legal entities', url },
    }),
  },
  es: {
    certificateIssued: ({ entityName, url }): Letter => ({
      subject: `Certificado de buen estado: ${entityName}`,
      paragraphs: [
        `Se emitió el Certificado de buen estado de ${entityName}.`,
        'Está entre los documentos de la persona jurídica, en inglés. Su código QR lleva a la página que dice si es auténtico.',
      ],
      link: { label: 'Ver lo que dice el registro', url },
    }),
    certificateRejected: ({ entityName, reason, url }): Letter => ({
      subject: `Sin Certificado de buen estado: ${entityName}`,
      paragraphs: [
        `La solicitud de un Certificado de buen estado de ${entityName} fue rechazada.`,
        { fromReviewer: `El motivo: ${reason ?? 'no se indicó ninguno'}` },
      ],
      link: { label: 'Ver mis personas jurídicas', url },
    }),
  },
});
