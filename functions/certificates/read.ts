import {
  getCertificateRequest,
  listCertificateRequests as listRoute,
} from '../../shared/certificates/routes/certificates.ts';
import {
  presentCertificate,
  presentCertificates,
  readCertificateRequest,
  readRequestsOfEntity,
} from '../../shared/certificates/usecases/read-certificate-request.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { eligibilityOf } from '../../shared/registry/domain/good-standing.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<FilingDeps>[] = [
  operation(listRoute, async ({ params, query, caller }, deps: FilingDeps) => {
    const { entity, requests } = await readRequestsOfEntity(params.id, caller, deps);
    return {
      ...(await ownList(requests, query, (chosen) => presentCertificates(chosen, deps))),
      eligibility: eligibilityOf(entity, deps.now().toISOString()),
    };
  }),
  operation(getCertificateRequest, async ({ params, caller }, deps: FilingDeps) => {
    const { id: entityId, requestId } = params;
    const request = await readCertificateRequest({ entityId, requestId }, caller, deps);
    return { data: await presentCertificate(request, deps) };
  }),
];

export const handler = operations(rows, filingDeps);
