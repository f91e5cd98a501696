import { listCertificateRequests } from '../../shared/db/certificates.ts';
import { type DocumentDeps, documentDeps } from '../../shared/deps/documents.ts';
import { eligibilityOf } from '../../shared/domain/good-standing.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import {
  getCertificateRequest,
  listCertificateRequests as listRoute,
} from '../../shared/routes/certificates.ts';
import {
  presentCertificate,
  presentCertificates,
} from '../../shared/usecases/present-certificates.ts';
import { readAccessibleEntity } from '../../shared/usecases/read-accessible-entity.ts';
import { readCertificateRequest } from '../../shared/usecases/read-certificate-request.ts';

const rows: readonly Operation<DocumentDeps>[] = [
  operation(listRoute, async ({ params, caller }, deps: DocumentDeps) => {
    const [entity, requests] = await Promise.all([
      readAccessibleEntity(deps.table, params.id, caller),
      listCertificateRequests(deps.table, params.id),
    ]);
    return {
      data: await presentCertificates(requests, deps),
      eligibility: eligibilityOf(entity, deps.now().toISOString()),
    };
  }),
  operation(getCertificateRequest, async ({ params, caller }, deps: DocumentDeps) => {
    const { id: entityId, requestId } = params;
    const request = await readCertificateRequest({ entityId, requestId }, caller, deps);
    return { data: await presentCertificate(request, deps) };
  }),
];

export const handler = operations(rows, documentDeps);
