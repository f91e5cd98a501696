import { type FilingDeps, filingDeps } from '../../shared/deps/filing.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createCertificateRequest } from '../../shared/routes/certificates.ts';
import {
  describeCertificate,
  presentCertificate,
} from '../../shared/usecases/present-certificates.ts';
import { requestCertificate } from '../../shared/usecases/request-certificate.ts';

export const run: Run<typeof createCertificateRequest, FilingDeps> = async (
  { params, body, caller },
  deps,
) => {
  const contest = body.contest ?? undefined;
  const command = { entityId: params.id, contest, caller };
  const { request, invoice } = await requestCertificate(command, deps);
  const data =
    invoice === null
      ? await presentCertificate(request, deps)
      : describeCertificate(request, invoice, null);
  return { data, nextSteps: data.nextSteps };
};

export const handler = idempotentEndpoint(createCertificateRequest, run, filingDeps);
