import {
  type AgreementDeps,
  agreementDeps,
  type SigningDeps,
} from '../../shared/documents/deps/documents.ts';
import { type SealingDeps, sealingDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { agreementChanged, refusedSignature } from '../../shared/kernel/pages/signing-form.ts';
import {
  claimObjectedPage,
  claimOverPage,
  claimPage,
} from '../../shared/residency/pages/claim-page.ts';
import {
  type AgreementForm,
  agreementLinkOverPage,
  residencyAgreementPage,
} from '../../shared/residency/pages/residency-agreement-page.ts';
import {
  acceptResidencyAgreementOnPage,
  claimAccountOnPage,
  showClaim,
  showResidencyAgreement,
} from '../../shared/residency/routes/applicant.ts';
import {
  claimAccount,
  isClaimable,
  objectByClaimLink,
} from '../../shared/residency/usecases/claim-account.ts';
import { wayBack } from '../../shared/residency/usecases/read-residency-application.ts';
import {
  type ApplicationToAccept,
  acceptResidencyAgreement,
  readApplicationToAccept,
} from '../../shared/residency/usecases/residency-agreement.ts';
import { deviceCookie } from '../../shared/sign-in/auth/known-browser.ts';
import {
  sessionCookie,
  sessionCookieValue,
  sessionTokenOf,
} from '../../shared/sign-in/auth/session.ts';
import { knownBrowserLifetime } from '../../shared/sign-in/domain/known-browser.ts';
import { sessionLifetime } from '../../shared/sign-in/domain/session.ts';
import { portalHome } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { cspSource, page, redirect } from '../../shared/web/http/page.ts';
import {
  type PageRun,
  pageFunction,
  pageOperation,
  withCookie,
} from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

const show: PageRun<typeof showResidencyAgreement, SigningDeps> = async (
  { params, csrfToken },
  deps,
) => {
  const { application, isCurrent } = await readApplicationToAccept(params.token, deps);
  if (!isCurrent) return linkOver(application, deps);
  return isOpen(application)
    ? formPage(application, { csrfToken: csrfToken() }, deps)
    : readPage(200, application, deps);
};

const accept: PageRun<typeof acceptResidencyAgreementOnPage, SigningDeps> = async (
  request,
  deps,
) => {
  const { params, body, csrfToken } = request;
  const { token } = params;
  if (!body.ok) {
    const { application, isCurrent } = await readApplicationToAccept(token, deps);
    if (!isCurrent) return linkOver(application, deps);
    if (!isOpen(application)) return readPage(409, application, deps);
    return formPage(application, { ...refusedSignature(body), csrfToken: csrfToken() }, deps);
  }
  const { signerName, agreementSha256, language } = body.data;
  const sent = { token, signerName, agreementSha256, language };
  const outcome = await acceptResidencyAgreement(sent, deps);
  if (outcome.kind === 'accepted') {
    const back = await wayBack(outcome.application, deps);
    return redirect(back ?? href(deps, `/agreements/${token}`));
  }
  if (outcome.kind === 'text_changed') {
    const errors = { agree: agreementChanged(deps) };
    return formPage(outcome.application, { csrfToken: csrfToken(), signerName, errors }, deps);
  }
  const { application, isCurrent } = await readApplicationToAccept(token, deps);
  return isCurrent ? readPage(409, application, deps) : linkOver(application, deps);
};

function linkOver({ agreement }: ApplicationToAccept, deps: SigningDeps): RawResponse {
  return page(410, agreementLinkOverPage(deps, agreement));
}

function isOpen({ statusId, agreement }: ApplicationToAccept): boolean {
  return statusId === 'Draft' && agreement.acceptedAt === null;
}

async function formPage(
  application: ApplicationToAccept,
  form: AgreementForm,
  deps: SigningDeps,
): Promise<RawResponse> {
  const back = await wayBack(application, deps);
  const text = deps.agreements.inForce(application.data.residencyType);
  const content = residencyAgreementPage(deps, { application, text, form });
  return page(form.errors === undefined ? 200 : 400, content, {
    formAction: back === null ? [] : [cspSource(back)],
  });
}

function readPage(status: 200 | 409, application: ApplicationToAccept, deps: SigningDeps) {
  const { data, agreement } = application;
  // An application that ended unsigned shows the text to sign.
  const text =
    agreement.sha256 === null
      ? deps.agreements.inForce(data.residencyType)
      : deps.agreements.withDigest(agreement.sha256);
  const options = { application, text, form: null, repeated: status === 409 };
  return page(status, residencyAgreementPage(deps, options));
}

const offer: PageRun<typeof showClaim> = async ({ params, csrfToken }, deps) =>
  (await isClaimable(params.token, deps))
    ? page(200, claimPage(deps, { csrfToken: csrfToken() }))
    : page(404, claimOverPage(deps));

const claim: PageRun<typeof claimAccountOnPage, SealingDeps> = async (request, deps) => {
  const { params, body, cookie, csrfToken, header } = request;
  if (!body.ok) return page(400, claimPage(deps, { csrfToken: csrfToken() }));
  if (body.data.decision === 'object') {
    const outcome = await objectByClaimLink(params.token, deps);
    return outcome === 'over' ? page(404, claimOverPage(deps)) : page(200, claimObjectedPage(deps));
  }
  const browser = {
    formerToken: sessionTokenOf(cookie(sessionCookie)),
    deviceCookie: cookie(deviceCookie),
    userAgent: header('user-agent'),
  };
  const outcome = await claimAccount({ token: params.token, browser }, deps);
  if (outcome.kind === 'over') return page(404, claimOverPage(deps));
  const value = sessionCookieValue(outcome.token, outcome.personId);
  const setCookie = (name: string, content: string, lifetime: number) =>
    writeCookie(deps.baseUrl, name, content, { maxAge: lifetime / 1000 });
  const { toConfirm } = outcome;
  const next =
    toConfirm === null ? portalHome : (`/portal/residency-applications/${toConfirm}` as const);
  return [
    setCookie(sessionCookie, value, sessionLifetime),
    setCookie(deviceCookie, outcome.deviceCookie, knownBrowserLifetime),
  ].reduce(withCookie, redirect(href(deps, next)));
};

export const rows: readonly Operation<SealingDeps & AgreementDeps>[] = [
  pageOperation(showResidencyAgreement, show),
  pageOperation(acceptResidencyAgreementOnPage, accept),
  pageOperation(showClaim, offer),
  pageOperation(claimAccountOnPage, claim),
];

export const handler = pageFunction(rows, () => ({ ...sealingDeps(), ...agreementDeps() }));
