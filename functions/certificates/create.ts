import { type FilingDeps, filingDeps } from '../../shared/deps/filing.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createCertificateRequest } from '../../shared/routes/certificates.ts';
import {
  describeCertificate,
  presentCertificate,
} from '../../shared/usecases/present-certificates.ts';
import { requestCertificate } from '../../shared/usecases/request-certificate.ts';

export const run: Run<typeof createCertificateRequest, FilingDeps> = async (request, deps) => {
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

export const handler = idempotentEndpoint(createCertificateRequest, run, filingDeps);
