import { createCertificateRequest } from '../../shared/certificates/routes/certificates.ts';
import {
  describeCertificate,
  presentCertificate,
} from '../../shared/certificates/usecases/read-certificate-request.ts';
import { requestCertificate } from '../../shared/certificates/usecases/request-certificate.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof createCertificateRequest, FilingDeps> = async (request, deps) => {
  const { params, body, caller, effect } = request;
  const contest = body.contest ?? undefined;
  const command = { entityId: params.id, ...body, contest, caller, effect };
  const { request: requested, invoice } = await requestCertificate(command, deps);
  const data =
    invoice === null
      ? await presentCertificate(requested, deps)
      : describeCertificate(requested, invoice, null, deps);
  return { data, nextSteps: data.nextSteps };
};

export const rows: readonly Operation<FilingDeps>[] = [
  operation(createCertificateRequest, run, storedAnswers({ replay: replayToFiler })),
];

export const handler = operations(rows, filingDeps);
