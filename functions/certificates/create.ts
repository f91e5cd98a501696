import { type FilingDeps, filingDeps } from '../../shared/deps/filing.ts';
import { effectOf, idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { createCertificateRequest } from '../../shared/routes/certificates.ts';
import {
  describeCertificate,
  presentCertificate,
} from '../../shared/usecases/present-certificates.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';
import { requestCertificate } from '../../shared/usecases/request-certificate.ts';

const run: Run<typeof createCertificateRequest, FilingDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const effect = effectOf(request, createCertificateRequest, body);
  const contest = body.contest ?? undefined;
  const command = { entityId: params.id, contest, caller, effect };
  const { request: wanted, invoice } = await requestCertificate(command, deps);
  const data =
    invoice === null
      ? await presentCertificate(wanted, deps)
      : describeCertificate(wanted, invoice, null);
  return { data, nextSteps: data.nextSteps };
};

const rows: readonly Operation<FilingDeps>[] = [
  idempotentOperation(createCertificateRequest, run, { replay: replayToFiler }),
];

export const handler = operations(rows, filingDeps);
