import { coreDeps } from '../../shared/deps/core.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { payCertificateVoucher } from '../../shared/routes/certificates.ts';
import { payCertificate } from '../../shared/usecases/pay-certificate.ts';
import { describeCertificate } from '../../shared/usecases/present-certificates.ts';

export const run: Run<typeof payCertificateVoucher> = async (
  { params: { id: entityId, requestId }, body: { voucherCode }, caller },
  deps,
) => {
  const payment = { entityId, requestId, code: voucherCode, caller };
  const { request, invoice } = await payCertificate(payment, deps);
  return {
    success: true,
    data: describeCertificate(request, invoice, null),
    message: 'Payment applied. The certificate is being issued.',
  };
};

export const handler = idempotentEndpoint(payCertificateVoucher, run, coreDeps);
