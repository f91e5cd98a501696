import { type CoreDeps, coreDeps } from '../../shared/deps/core.ts';
import { effectOf, idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { payCertificateVoucher } from '../../shared/routes/certificates.ts';
import { payCertificate } from '../../shared/usecases/pay-certificate.ts';
import { describeCertificate } from '../../shared/usecases/present-certificates.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';

const run: Run<typeof payCertificateVoucher> = async (request, deps) => {
  const { params, body, caller } = request;
  const effect = effectOf(request, payCertificateVoucher, body);
  const { id: entityId, requestId } = params;
  const payment = { entityId, requestId, code: body.voucherCode, caller, effect };
  const { request: paid, invoice } = await payCertificate(payment, deps);
  return {
    success: true,
    data: describeCertificate(paid, invoice, null),
    message: 'Payment applied. The certificate is being issued.',
  };
};

const rows: readonly Operation<CoreDeps>[] = [
  idempotentOperation(payCertificateVoucher, run, { replay: replayToFiler }),
];

export const handler = operations(rows, coreDeps);
