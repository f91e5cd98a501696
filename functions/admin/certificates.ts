import { actorOf } from '../../shared/access/auth/actor.ts';
import { findAnyCertificateRequest } from '../../shared/certificates/certificates.ts';
import {
  adminCancelCertificateRequest,
  adminGetCertificateRequest,
} from '../../shared/certificates/routes/admin-certificates.ts';
import { cancelCertificate } from '../../shared/certificates/usecases/cancel-certificate.ts';
import { presentCertificateToOperator } from '../../shared/certificates/usecases/present-certificate-to-operator.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/filing.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<FilingDeps>[] = [
  operation(adminGetCertificateRequest, async ({ params }, deps: FilingDeps) => {
    const request = await findAnyCertificateRequest(deps.table, params.id);
    if (request === null) throw apiErrors.notFound();
    return { data: await presentCertificateToOperator(request, deps) };
  }),
  operation(adminCancelCertificateRequest, async ({ params, body, caller }, deps: FilingDeps) => {
    const { reason = null } = body;
    const cancelled = await cancelCertificate(params.id, reason, actorOf(caller), deps);
    return { data: await presentCertificateToOperator(cancelled, deps) };
  }),
];

export const handler = operations(rows, filingDeps);
