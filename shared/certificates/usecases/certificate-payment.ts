import { keys } from '../../kernel/db/keys.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { words } from '../../kernel/pages/words.ts';
import { type FeeWords, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findFiling } from '../../registry/db/entities.ts';
import { taxesPaid } from '../../registry/domain/good-standing.ts';
import { StoredCertificateRequest } from '../db/certificates.ts';
import { payableCertificate } from './pay-certificate.ts';

const say = words<FeeWords<'looks' | 'issues'>>({
  en: {
    fee: 'certificate fee',
    kicker: (name) => `Certificate of Good Standing of ${name}`,
    item: 'Certificate of Good Standing of',
    next: {
      looks: 'A reviewer checks the taxes, then decides on the certificate.',
      issues: 'The certificate is issued within minutes.',
    },
  },
  es: {
    fee: 'tasa del certificado',
    kicker: (name) => `Certificado de vigencia de ${name}`,
    item: 'Certificado de vigencia de',
    next: {
      looks: 'Un revisor comprueba los impuestos y después decide sobre el certificado.',
      issues: 'El certificado se emite en unos minutos.',
    },
  },
});

/** The payment of a request for a Certificate of Good Standing by somebody in the portal, which orders the certificate. */
export const certificatePayment = paymentSubject({
  say,
  find: (table, session) =>
    findFiling(table, session, keys.certificateRequest, StoredCertificateRequest),
  payable: ({ entity, filing: request }, deps) => payableCertificate({ entity, request }, deps),
  name: ({ entity }) => fullName(entity),
  next: ({ entity, filing: { contested } }) =>
    contested || taxesPaid(entity) !== true ? 'looks' : 'issues',
});
