import { payCertificateVoucher } from '../../shared/certificates/routes/certificates.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { asking, paysCertificate } from '../../shared/service/handlers/key-acts.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(
    payCertificateVoucher,
    asking(paysCertificate),
    storedAnswers({ replay: replayToFiler }),
  ),
];

export const handler = operations(rows, serviceDeps);
