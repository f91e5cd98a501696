import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import type { OfSession, PaymentSubject } from '../../payments/usecases/payment-subject.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { StoredCertificateRequest } from '../certificates.ts';
import { payableCertificate } from './pay-certificate.ts';

/** The payment of a request for a Certificate of Good Standing by somebody in the portal, which orders the certificate. */
export const certificatePayment: PaymentSubject = {
  async describe(table, session) {
    const found = await find(table, session);
    if (found === null) return null;
    const name = fullName(found.entity);
    return {
      fee: 'certificate fee',
      kicker: `Certificate of Good Standing of ${name}`,
      item: { text: 'Certificate of Good Standing of', name },
      next: found.request.contested
        ? 'The registry looks at the proof, then issues the certificate.'
        : 'The certificate is issued within minutes.',
      free: false,
    };
  },
  async read(session, deps) {
    const found = await find(deps.table, session);
    return found && payableCertificate(found, deps);
  },
};

async function find(table: Table, { entityId, applicationId }: OfSession) {
  if (entityId === undefined) return null;
  const [first, second] = await getItems(table, [
    keys.entity(entityId),
    keys.certificateRequest(entityId, applicationId),
  ]);
  const entity = parseFound(StoredEntity, first);
  const request = parseFound(StoredCertificateRequest, second);
  return entity && request && { entity, request };
}
