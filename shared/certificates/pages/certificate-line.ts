import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CertificateState } from '../domain/certificate.ts';
import { type CertificateStage, certificateStage } from '../domain/certificate-stage.ts';

const say = words({
  en: {
    title: 'Certificate of Good Standing',
    stages: {
      pay: 'Payment due',
      issuing: 'Being issued',
      answer: 'The registry has a question',
      review: 'Under review',
      issued: 'Issued',
      rejected: 'Rejected',
      cancelled: 'Cancelled',
    } satisfies Record<CertificateStage, string> as Readonly<Record<CertificateStage, string>>,
  },
  es: {
    title: 'Certificado de vigencia',
    stages: {
      pay: 'Falta pagar',
      issuing: 'En emisión',
      answer: 'El registro tiene una pregunta',
      review: 'En revisión',
      issued: 'Emitido',
      rejected: 'Rechazado',
      cancelled: 'Cancelado',
    },
  },
});

/** What the certificate is called. */
export function certificateTitle(reader: Spoken): string {
  return say(reader).title;
}

/** How a request for it stands, in a few words. */
export function certificateStatus(request: CertificateState, reader: Spoken): string {
  return say(reader).stages[certificateStage(request)];
}
