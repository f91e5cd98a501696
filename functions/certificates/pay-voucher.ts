import { payCertificateVoucher } from '../../shared/certificates/routes/certificates.ts';
import { certificateToPay } from '../../shared/certificates/usecases/pay-certificate.ts';
import { describeCertificate } from '../../shared/certificates/usecases/read-certificate-request.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { payByVoucher } from '../../shared/payments/usecases/pay-by-voucher.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { keptAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof payCertificateVoucher, ServiceDeps> = async (request, deps) => {
  const { params, body, caller, effect } = request;
  const purchase = certificateToPay({ ...params, entityId: params.id }, caller, deps);
  const payment = { code: body.voucherCode, voucherWord: 'Voucher', effect } as const;
  const { request: paid, invoice } = await payByVoucher(purchase, payment, deps);
  return {
    success: true,
    data: describeCertificate(paid, invoice, null, deps),
    message: 'Payment applied. The certificate is being issued.',
  };
};

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(payCertificateVoucher, run, keptAnswers({ replay: replayToFiler })),
];

export const handler = operations(rows, serviceDeps);
