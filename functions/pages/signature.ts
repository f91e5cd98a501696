import { findApplicationToSign, type StoredApplication } from '../../shared/db/applications.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { apiErrors } from '../../shared/errors.ts';
import { operations } from '../../shared/http/operations.ts';
import { formActionSource, page, redirect } from '../../shared/http/page.ts';
import { type PageRun, pageOperation } from '../../shared/http/page-endpoint.ts';
import type { RawResponse } from '../../shared/http/request.ts';
import { type SignatureForm, signaturePage } from '../../shared/pages/signature-page.ts';
import { agreementChanged } from '../../shared/pages/signing-form.ts';
import { href } from '../../shared/pages/site.ts';
import { showSignaturePage, signAgreementOnPage } from '../../shared/routes/signature.ts';
import { agreementSha256 } from '../../shared/usecases/accept-agreement.ts';
import { signAgreement } from '../../shared/usecases/sign-agreement.ts';

const show: PageRun<typeof showSignaturePage> = async ({ params, csrfToken }, deps) => {
  const application = await applicationBehind(params.token, deps);
  return application.agreement === null
    ? formPage(application, { csrfToken: csrfToken() }, deps)
    : signedPage(200, application, deps);
};

const sign: PageRun<typeof signAgreementOnPage> = async ({ params, body, csrfToken }, deps) => {
  const { token } = params;
  const application = await applicationBehind(token, deps);
  if (application.agreement !== null) return signedPage(409, application, deps);
  if (!body.ok) {
    const { signerName, agree } = body.values;
    const fields = {
      csrfToken: csrfToken(),
      signerName: typeof signerName === 'string' ? signerName : '',
      agreed: agree !== undefined && body.errors['agree'] === undefined,
      errors: body.errors,
    };
    return formPage(application, fields, deps);
  }
  const { agreementSha256: read = agreementSha256() } = body.data;
  if (read !== agreementSha256()) {
    const { signerName } = body.data;
    const errors = { agree: agreementChanged };
    return formPage(application, { csrfToken: csrfToken(), signerName, errors }, deps);
  }
  try {
    const { redirectUrl } = await signAgreement(token, body.data.signerName, deps);
    return redirect(redirectUrl ?? href(deps, `/sign/${token}`));
  } catch (error) {
    const current = await applicationBehind(token, deps);
    if (current.agreement === null) throw error;
    // Somebody else signed between the look and the signature.
    return signedPage(409, current, deps);
  }
};

async function applicationBehind(
  token: string,
  { table }: ServiceDeps,
): Promise<StoredApplication> {
  const application = await findApplicationToSign(table, token);
  if (application === null) throw apiErrors.notFound();
  return application;
}

function formPage(
  application: StoredApplication,
  form: SignatureForm,
  deps: ServiceDeps,
): RawResponse {
  const { redirectUrl } = application;
  const content = signaturePage(deps, { application, agreementSha256: agreementSha256(), form });
  return page(form.errors === undefined ? 200 : 400, content, {
    formAction: redirectUrl === null ? [] : [formActionSource(redirectUrl)],
  });
}

function signedPage(status: 200 | 409, application: StoredApplication, deps: ServiceDeps) {
  const content = signaturePage(deps, {
    application,
    agreementSha256: agreementSha256(),
    form: null,
    repeated: status === 409,
  });
  return page(status, content);
}

export const rows = [
  pageOperation(showSignaturePage, show),
  pageOperation(signAgreementOnPage, sign),
];

export const handler = operations(rows, serviceDeps);
