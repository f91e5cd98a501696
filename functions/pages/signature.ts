import { type SigningDeps, signingDeps } from '../../shared/agreements/agreement-deps.ts';
import {
  type SignatureForm,
  signaturePage,
} from '../../shared/incorporation/pages/signature-page.ts';
import {
  showSignaturePage,
  signAgreementOnPage,
} from '../../shared/incorporation/routes/signature.ts';
import {
  readApplicationToSign,
  type SignableApplication,
  signAgreement,
} from '../../shared/incorporation/usecases/sign-agreement.ts';
import {
  agreementChanged,
  applicationChanged,
  refusedSignature,
} from '../../shared/kernel/pages/signing-form.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import { formActionSource, page, redirect } from '../../shared/web/page.ts';
import { type PageRun, pageOperation } from '../../shared/web/page-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';

const show: PageRun<typeof showSignaturePage, SigningDeps> = async (
  { params, csrfToken },
  deps,
) => {
  const application = await readApplicationToSign(params, deps);
  return application.agreement === null
    ? formPage(application, { csrfToken: csrfToken() }, deps)
    : signedPage(200, application, deps);
};

const sign: PageRun<typeof signAgreementOnPage, SigningDeps> = async (
  { params, body, csrfToken },
  deps,
) => {
  if (!body.ok) {
    const application = await readApplicationToSign(params, deps);
    return application.agreement === null
      ? formPage(application, { ...refusedSignature(body), csrfToken: csrfToken() }, deps)
      : signedPage(409, application, deps);
  }
  const { signerName, agreementSha256, entityName } = body.data;
  try {
    const shown = { signerName, agreementSha256, entityName };
    const { kind, application } = await signAgreement(params, shown, deps);
    if (kind === 'signed') {
      return redirect(application.redirectUrl ?? href(deps, `/sign/${params.token}`));
    }
    const errors = { agree: kind === 'text_changed' ? agreementChanged : applicationChanged };
    return formPage(application, { csrfToken: csrfToken(), signerName, errors }, deps);
  } catch (error) {
    const application = await readApplicationToSign(params, deps);
    if (application.agreement === null) throw error;
    // Somebody else has signed.
    return signedPage(409, application, deps);
  }
};

function formPage(application: SignableApplication, form: SignatureForm, deps: SigningDeps) {
  const { redirectUrl } = application;
  const text = deps.agreements.inForce('legal_entity');
  const content = signaturePage(deps, { application, text, form });
  return page(form.errors === undefined ? 200 : 400, content, {
    formAction: redirectUrl === null ? [] : [formActionSource(redirectUrl)],
  });
}

function signedPage(
  status: 200 | 409,
  application: SignableApplication,
  deps: SigningDeps,
): RawResponse {
  const text = deps.agreements.withDigest(application.agreement?.agreementSha256 ?? '');
  const repeated = status === 409;
  return page(status, signaturePage(deps, { application, text, form: null, repeated }));
}

export const rows: readonly Operation<SigningDeps>[] = [
  pageOperation(showSignaturePage, show),
  pageOperation(signAgreementOnPage, sign),
];

export const handler = operations(rows, signingDeps);
