import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentCertificateLine } from '../../shared/certificates/contracts/admin-certificates.ts';
import {
  adminCancelCertificateRequest,
  adminGetCertificateRequest,
  adminListCertificateRequests,
  adminWithdrawDocument,
} from '../../shared/certificates/routes/admin-certificates.ts';
import {
  cancelCertificate,
  withdrawDocument,
} from '../../shared/certificates/usecases/cancel-certificate.ts';
import {
  listAllCertificateRequests,
  presentCertificateToOperator,
  readAnyCertificateRequest,
} from '../../shared/certificates/usecases/read-certificate-request.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<FilingDeps>[] = [
  operation(adminGetCertificateRequest, async ({ params }, deps: FilingDeps) => {
    const request = await readAnyCertificateRequest(params.id, deps);
    return { data: await presentCertificateToOperator(request, deps) };
  }),
  operation(adminCancelCertificateRequest, async ({ params, body, caller }, deps: FilingDeps) => {
    const { reason = null } = body;
    const cancelled = await cancelCertificate(params.id, reason, actorOf(caller), deps);
    return { data: await presentCertificateToOperator(cancelled, deps) };
  }),
  operation(adminListCertificateRequests, async ({ query }, deps: FilingDeps) =>
    presentPage(await listAllCertificateRequests(query, deps), query.limit, presentCertificateLine),
  ),
  operation(adminWithdrawDocument, async ({ params, body, caller }, deps: FilingDeps) => {
    const { reason, replacedBy = null } = body;
    const which = { entityId: params.id, documentId: params.documentId, reason, replacedBy };
    const { document, withdrawnAt } = await withdrawDocument(which, actorOf(caller), deps);
    const { id, name, sha256 } = document;
    return { data: { id, name, sha256, withdrawnAt, replacedBy } };
  }),
];

export const handler = pathFunction(rows, filingDeps);
