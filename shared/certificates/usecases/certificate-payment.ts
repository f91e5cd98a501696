import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import { words } from '../../kernel/pages/words.ts';
import { type OfSession, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findEntityWith } from '../../registry/db/entities.ts';
import { StoredCertificateRequest } from '../certificates.ts';
import { payableCertificate } from './pay-certificate.ts';

const say = words({
  en: {
    fee: 'certificate fee',
    kicker: (name: string) => `Certificate of Good Standing of ${name}`,
    item: 'Certificate of Good Standing of',
    looks: 'The registry looks at the proof, then issues the certificate.',
    issues: 'The certificate is issued within minutes.',
  },
  es: {
    fee: 'tasa del certificado',
    kicker: (name: string) => `Certificado de buen estado de ${name}`,
    item: 'Certificado de buen estado de',
    looks: 'El registro examina el comprobante y después emite el certificado.',
    issues: 'El certificado se emite en unos minutos.',
  },
});

/** The payment of a request for a Certificate of Good Standing by somebody in the portal, which orders the certificate. */
export const certificatePayment = paymentSubject({
  find: findRequestToPay,
  describe({ entity, request }, reader) {
    const { fee, kicker, item, looks, issues } = say(reader);
    const name = fullName(entity);
    return {
      fee,
      kicker: kicker(name),
      item: { text: item, name },
      next: request.contested ? looks : issues,
      free: false,
    };
  },
  payable: payableCertificate,
});

async function findRequestToPay(table: Table, { entityId, applicationId: id }: OfSession) {
  const found =
    entityId === undefined
      ? null
      : await findEntityWith(table, entityId, keys.certificateRequest(entityId, id));
  return (
    found && { entity: found.entity, request: parseStored(StoredCertificateRequest, found.item) }
  );
}
