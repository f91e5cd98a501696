import { readCertificateRequests } from '../../shared/certificates/certificates.ts';
import {
  getCertificateRequest,
  listCertificateRequests as listRoute,
} from '../../shared/certificates/routes/certificates.ts';
import {
  presentCertificate,
  presentCertificates,
} from '../../shared/certificates/usecases/present-certificates.ts';
import { readCertificateRequest } from '../../shared/certificates/usecases/read-certificate-request.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { eligibilityOf } from '../../shared/registry/domain/good-standing.ts';
import { readAccessibleEntity } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<DocumentDeps>[] = [
  operation(listRoute, async ({ params, caller }, deps: DocumentDeps) => {
    const [entity, requests] = await Promise.all([
      readAccessibleEntity(deps.table, params.id, caller),
      readCertificateRequests(deps.table, params.id),
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
