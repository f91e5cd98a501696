import { type Letter, letters } from '../../mail/mail/message.ts';

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
      subject: `Certificate of Good Standing issued: ${entityName}`,
      paragraphs: [
        `We issued the Certificate of Good Standing of ${entityName}.`,
        'You can find it in the legal entity’s documents. Anyone can scan its QR code to check that it is genuine.',
      ],
      link: { label: 'Verify the certificate', url },
    }),
    certificateRejected: ({ entityName, reason, url }: Rejected): Letter => ({
      subject: `Certificate of Good Standing not issued: ${entityName}`,
      paragraphs: [
        `We rejected the request for a Certificate of Good Standing of ${entityName}.`,
        { fromReviewer: `Reason: ${reason ?? 'none given'}` },
      ],
      link: { label: 'View your legal entities', url },
    }),
  },
  es: {
    certificateIssued: ({ entityName, url }): Letter => ({
      subject: `Certificado de vigencia emitido: ${entityName}`,
      paragraphs: [
        `Emitimos el certificado de vigencia de ${entityName}.`,
        'Está en los documentos de la persona jurídica, en inglés. Cualquiera puede escanear su código QR para comprobar que es auténtico.',
      ],
      link: { label: 'Verificar el certificado', url },
    }),
    certificateRejected: ({ entityName, reason, url }): Letter => ({
      subject: `Certificado de vigencia no emitido: ${entityName}`,
      paragraphs: [
        `Rechazamos la solicitud de un certificado de vigencia de ${entityName}.`,
        { fromReviewer: `Motivo: ${reason ?? 'no se indicó'}` },
      ],
      link: { label: 'Ver sus personas jurídicas', url },
    }),
  },
});
