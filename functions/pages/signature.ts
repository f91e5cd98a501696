import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import { ownerSignaturePath } from '../../shared/incorporation/contracts/signature.ts';
import {
  ownerSignaturePage,
  type SignatureForm,
  signaturePage,
} from '../../shared/incorporation/pages/signature-page.ts';
import {
  showApplicationToSign,
  showSignaturePage,
  signAgreementOnPage,
  signApplicationOnPage,
} from '../../shared/incorporation/routes/signature.ts';
import {
  particularsDigest,
  readApplicationToSign,
  type SignableApplication,
  signAgreement,
} from '../../shared/incorporation/usecases/sign-agreement.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { Viewer } from '../../shared/kernel/pages/portal-layout.ts';
import {
  agreementChanged,
  applicationChanged,
  refusedSignature,
  type SentSignature,
} from '../../shared/kernel/pages/signing-form.ts';
import { cspSource, page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const showByLink: PageRun<typeof showSignaturePage, SigningDeps> = async (
  { params, csrfToken },
  deps,
) => {
  const application = await readApplicationToSign(params, deps);
  return application.agreement === null
    ? linkFormPage(application, { csrfToken: csrfToken() }, deps)
    : linkSignedPage(200, application, deps);
};

const signByLink: PageRun<typeof signAgreementOnPage, SigningDeps> = async (
  { params, body, csrfToken },
  deps,
) => {
  if (!body.ok) {
    const application = await readApplicationToSign(params, deps);
    return application.agreement === null
      ? linkFormPage(application, { ...refusedSignature(body), csrfToken: csrfToken() }, deps)
      : linkSignedPage(409, application, deps);
  }
  const { signerName, ...given } = body.data;
  try {
    const { agreementSha256, entityName, particularsSha256, language } = given;
    const view = { signerName, agreementSha256, entityName, particularsSha256, language };
    const { kind, application } = await signAgreement(params, view, deps);
    if (kind === 'signed') {
      return redirect(application.redirectUrl ?? href(deps, `/sign/${params.token}`));
    }
    const errors = {
      agree: (kind === 'text_changed' ? agreementChanged : applicationChanged)(deps),
    };
    return linkFormPage(application, { csrfToken: csrfToken(), signerName, errors }, deps);
  } catch (error) {
    const application = await readApplicationToSign(params, deps);
    if (application.agreement === null) throw error;
    // Someone else has signed in the meantime.
    return linkSignedPage(409, application, deps);
  }
};

type SentForm = Omit<SignatureForm, 'particularsSha256'>;

function linkFormPage(application: SignableApplication, sent: SentForm, deps: SigningDeps) {
  const { redirectUrl } = application;
  const text = deps.agreements.inForce('legal_entity');
  const form = { ...sent, particularsSha256: particularsDigest(application) };
  const content = signaturePage(deps, { application, text, form });
  return page(sent.errors === undefined ? 200 : 400, content, {
    formAction: redirectUrl === null ? [] : [cspSource(redirectUrl)],
  });
}

function linkSignedPage(
  status: 200 | 409,
  application: SignableApplication,
  deps: SigningDeps,
): RawResponse {
  const text = deps.agreements.withDigest(application.agreement?.agreementSha256 ?? '');
  const repeated = status === 409;
  return page(status, signaturePage(deps, { application, text, form: null, repeated }));
}

const showToOwner: PortalRun<typeof showApplicationToSign, SigningDeps> = async (request, deps) => {
  const { params, person, csrfToken } = request;
  const application = await readApplicationToSign({ ...params, personId: person.id }, deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  return application.agreement === null
    ? ownerFormPage(application, viewer, {}, deps)
    : ownerSignedPage(200, application, viewer, deps);
};

const signByOwner: PortalRun<typeof signApplicationOnPage, SigningDeps> = async (request, deps) => {
  const { params, body, person, csrfToken } = request;
  const way = { ...params, personId: person.id };
  const viewer = { ...person, csrfToken: csrfToken() };
  if (!body.ok) {
    const application = await readApplicationToSign(way, deps);
    return application.agreement === null
      ? ownerFormPage(application, viewer, refusedSignature(body), deps)
      : ownerSignedPage(409, application, viewer, deps);
  }
  const { signerName, ...given } = body.data;
  try {
    const { agreementSha256, entityName, particularsSha256, language } = given;
    const view = { signerName, agreementSha256, entityName, particularsSha256, language };
    const { kind, application } = await signAgreement(way, view, deps);
    if (kind === 'signed') {
      return redirect(application.redirectUrl ?? href(deps, ownerSignaturePath(application.id)));
    }
    const errors = {
      agree: (kind === 'text_changed' ? agreementChanged : applicationChanged)(deps),
    };
    return ownerFormPage(application, viewer, { signerName, errors }, deps);
  } catch (error) {
    const application = await readApplicationToSign(way, deps);
    if (application.agreement === null) throw error;
    // Someone else has signed in the meantime.
    return ownerSignedPage(409, application, viewer, deps);
  }
};

function ownerFormPage(
  application: SignableApplication,
  viewer: Viewer,
  fields: SentSignature,
  deps: SigningDeps,
): RawResponse {
  const { redirectUrl } = application;
  const text = deps.agreements.inForce('legal_entity');
  const particularsSha256 = particularsDigest(application);
  const form = { ...fields, csrfToken: viewer.csrfToken, particularsSha256 };
  const content = ownerSignaturePage(deps, viewer, { application, text, form });
  return page(fields.errors === undefined ? 200 : 400, content, {
    formAction: redirectUrl === null ? [] : [cspSource(redirectUrl)],
  });
}

function ownerSignedPage(
  status: 200 | 409,
  application: SignableApplication,
  viewer: Viewer,
  deps: SigningDeps,
): RawResponse {
  const text = deps.agreements.withDigest(application.agreement?.agreementSha256 ?? '');
  const options = { application, text, form: null, repeated: status === 409 };
  return page(status, ownerSignaturePage(deps, viewer, options));
}

export const rows: readonly Operation<SigningDeps>[] = [
  pageOperation(showSignaturePage, showByLink),
  pageOperation(signAgreementOnPage, signByLink),
  pageOperation(showApplicationToSign, showToOwner, signedIn()),
  pageOperation(signApplicationOnPage, signByOwner, signedIn()),
];

export const handler = pageFunction(rows, signingDeps);
