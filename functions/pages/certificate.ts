import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CertificateVerification } from '../../shared/certificates/contracts/certificate.ts';
import { readVerificationCode } from '../../shared/certificates/domain/verification-code.ts';
import * as certificateErrors from '../../shared/certificates/errors/certificate-errors.ts';
import {
  certificatePage,
  findCertificatePage,
  noCertificatePage,
} from '../../shared/certificates/pages/certificate-page.ts';
import {
  searchCertificate,
  showCertificate,
} from '../../shared/certificates/routes/verification.ts';
import {
  type CodedAgreement,
  type VerifiedCertificate,
  verifyCertificate,
} from '../../shared/certificates/usecases/verify-certificate.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { VerifiedAgreement } from '../../shared/residency/domain/granted-residency.ts';
import { verifiedAgreementPage } from '../../shared/residency/pages/verified-agreement-page.ts';
import { verifyAgreement } from '../../shared/residency/usecases/residency-agreement.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { namesTypeAlone, type RawResponse } from '../../shared/web/http/request.ts';
import { errorResponse, json } from '../../shared/web/http/response.ts';

const show: PageRun<typeof showCertificate> = async (request, deps) => {
  const { params, clientAddress, requestId, header } = request;
  const asJson = namesTypeAlone(header('accept'), 'application/json');
  try {
    const { code } = params;
    const found = await answerFor(await verifyCertificate({ code, clientAddress }, deps), deps);
    return varying(asJson ? answer(found, requestId, deps) : pageOf(found, deps));
  } catch (error) {
    // All other failures get the page; only this response is a JSON envelope.
    if (!asJson || !(error instanceof ApiError)) throw error;
    return varying(
      rawJson(errorResponse(error.status, error.message, requestId, error.extras, deps)),
    );
  }
};

/** A resident's agreement with its data. */
interface FoundAgreement {
  readonly code: string;
  readonly agreement: VerifiedAgreement;
}

type Found = VerifiedCertificate | FoundAgreement | null;

async function answerFor(
  found: VerifiedCertificate | CodedAgreement | null,
  deps: ServiceDeps,
): Promise<Found> {
  if (found === null || 'certificate' in found) return found;
  const agreement = await verifyAgreement(found.agreement, deps);
  return agreement && { code: found.code, agreement };
}

function answer(found: Found, requestId: string, deps: ServiceDeps): RawResponse {
  if (found === null) {
    const { status, message, extras } = certificateErrors.certificateNotFound();
    const refusal = errorResponse(status, message, requestId, extras, deps);
    const body = JSON.stringify({ genuine: false, ...JSON.parse(refusal.body) });
    return rawJson({ ...refusal, body });
  }
  return rawJson(
    json(200, 'certificate' in found ? ofCertificate(found) : ofAgreement(found.agreement)),
  );
}

function ofAgreement({
  residentName: name,
  residentPermitNumber,
  version: agreementVersion,
  ...agreement
}: VerifiedAgreement): CertificateVerification {
  return {
    genuine: true,
    type: 'agreement_of_coexistence',
    resident: { name, residentPermitNumber },
    agreementVersion,
    ...agreement,
  };
}

function ofCertificate({
  certificate,
  standing,
  withdrawal,
}: VerifiedCertificate): CertificateVerification {
  const { type, entityName: name, residentPermitNumber, issuedAt, change, sha256 } = certificate;
  return {
    genuine: true,
    type,
    legalEntity: { name, residentPermitNumber },
    issuedAt,
    inGoodStanding: standing === true,
    change: change ?? null,
    sha256,
    withdrawn: withdrawal && {
      at: withdrawal.withdrawnAt,
      replacedBy: replacementOf(withdrawal.replacedBy),
    },
  };
}

function replacementOf(replacedBy: { name: string; createdAt: string; sha256: string } | null) {
  if (replacedBy === null) return null;
  const { name, createdAt, sha256 } = replacedBy;
  return { name, createdAt, sha256 };
}

function pageOf(found: Found, deps: ServiceDeps): RawResponse {
  if (found === null) return page(404, noCertificatePage(deps));
  const now = deps.now().toISOString();
  return 'certificate' in found
    ? page(200, certificatePage(deps, { ...found, now }))
    : page(200, verifiedAgreementPage(deps, found.code, found.agreement, now));
}

/** The headers of these responses are all strings. */
function rawJson({ statusCode, headers, body }: APIGatewayProxyResult): RawResponse {
  const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  return { statusCode, headers: Object.fromEntries(texts), body };
}

function varying(response: RawResponse): RawResponse {
  return { ...response, headers: { ...response.headers, vary: 'Accept' } };
}

const find: PageRun<typeof searchCertificate> = async ({ query }, deps) => {
  const typed = query.code?.trim() ?? '';
  const code = readVerificationCode(typed);
  return code === null
    ? page(200, findCertificatePage(deps, typed === '' ? null : typed))
    : redirect(href(deps, `/certificates/${code}`));
};

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(searchCertificate, find),
  pageOperation(showCertificate, show),
];

export const handler = pageFunction(rows, serviceDeps);
