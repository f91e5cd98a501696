import type { PersonCaller } from '../../access/auth/caller.ts';
import type { FilingDeps } from '../../documents/deps/documents.ts';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { codeOf } from '../../kernel/errors/api-error.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import { href } from '../../kernel/pages/page-context.ts';
import { secretPage } from '../../kernel/pages/secret-part.ts';
import type { PageComplaint, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import type { PaymentDeps } from '../../payments/deps/payment-deps.ts';
import { type PageForms, waitedOf } from '../../payments/pages/payment-forms.ts';
import { voucherComplaint, voucherMissing } from '../../payments/pages/voucher-complaint.ts';
import {
  openProviders,
  type PagePayment,
  payInPortal,
} from '../../payments/usecases/pay-in-portal.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { verifyForm } from '../../web/http/cookies.ts';
import { readMultipart } from '../../web/http/multipart.ts';
import { page, redirect } from '../../web/http/page.ts';
import type { RawResponse } from '../../web/http/request.ts';
import { formEffect, newFormId } from '../../web/http/request-effect.ts';
import type { PortalCall } from '../../web/http/signed-in.ts';
import { certificatePath } from '../contracts/portal-certificates-contract.ts';
import { type RequestableType, requestableKinds } from '../domain/certificate-type.ts';
import {
  contestForm,
  malwareError,
  type NewCertificate,
  newCertificatePage,
} from '../pages/new-certificate-page.ts';
import { ownCertificatePage } from '../pages/own-certificate-page.ts';
import { cancelOwnCertificate } from '../usecases/cancel-certificate.ts';
import { certificateToPay } from '../usecases/pay-certificate.ts';
import { entityToCertify, readCertificatePage } from '../usecases/read-certificate-page.ts';
import type { RequestOfEntity } from '../usecases/read-certificate-request.ts';
import { requestCertificate } from '../usecases/request-certificate.ts';
import { storeTaxProof, taxProofUrl } from '../usecases/tax-proof.ts';

export type CertificateDeps = FilingDeps & PaymentDeps;

interface OfEntity {
  readonly entityId: string;
}
interface OfKind {
  readonly type: RequestableType;
}

/** Shows the eligibility and the form, or the current request. */
export async function askForCertificate(
  request: PortalCall<{ readonly params: OfEntity; readonly query: OfKind }>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  const { params, query, person, csrfToken, extraItems } = request;
  const { entity, reusedId } = await entityToCertify(extraItems, deps);
  if (reusedId !== null) return toRequest({ ...params, requestId: reusedId }, deps);
  const view = newCertificate(entity, query.type, deps);
  return page(200, newCertificatePage(deps, { ...person, csrfToken: csrfToken() }, view));
}

/** Requests a certificate, with evidence if taxes are overdue. */
export async function requestOnPage(
  request: PortalCall<{
    readonly params: OfEntity;
    readonly query: OfKind;
    readonly body: Uint8Array;
  }>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  const { params, query, body, header, person, csrfToken, extraItems } = request;
  const form = await readMultipart(body, header('content-type'));
  const texts = form?.texts ?? {};
  verifyForm(texts, csrfToken(), deps.baseUrl, header);
  const { entity, reusedId } = await entityToCertify(extraItems, deps);
  if (reusedId !== null) return toRequest({ ...params, requestId: reusedId }, deps);
  const formId = FormId.safeParse(texts['formId']);
  const note = typeof texts['note'] === 'string' ? texts['note'] : '';
  const again = (status: number, errors: FieldErrors) => {
    const view = { ...newCertificate(entity, query.type, deps), note, errors };
    return page(status, newCertificatePage(deps, { ...person, csrfToken: csrfToken() }, view));
  };
  const { eligibility } = requestableKinds[query.type];
  const { reason, taxCompliant } = eligibility(entity, deps.now().toISOString());
  // The page says why there is nothing to request.
  if (reason !== null || !formId.success) return again(409, {});
  const caller = callerOf(person);
  const effect = formEffect(person.id, formId.data, { ...params, ...query, note });
  const ordered = { entityId: params.entityId, ...query, caller, effect };
  try {
    if (taxCompliant !== false) {
      const { request: made } = await requestCertificate({ ...ordered, contest: undefined }, deps);
      return toRequest({ ...params, requestId: made.id }, deps);
    }
    const content = form?.files.find(({ field }) => field === 'proof')?.content ?? null;
    const read = contestForm({ note, content }, deps);
    if (!read.ok) return again(400, read.errors);
    const { content: bytes, contentType } = read;
    const file = { personId: person.id, content: bytes, contentType };
    const { id } = await storeTaxProof(file, personActor(person.id), deps);
    const contest = { note: read.note, proofUrl: taxProofUrl(deps, id) };
    const { request: made } = await requestCertificate({ ...ordered, contest }, deps);
    return toRequest({ ...params, requestId: made.id }, deps);
  } catch (error) {
    if (codeOf(error) === 'upload.refused') return again(409, malwareError(deps));
    // The request changed in the meantime; the page shows the current state.
    if (codeOf(error)?.startsWith('certificate.')) return again(409, {});
    throw error;
  }
}

/** Shows the status of a request. */
export function showRequest(
  request: PortalCall<{
    readonly params: RequestOfEntity;
    readonly query: { readonly waited?: string | undefined };
  }>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  return ownPage(200, request, { waited: waitedOf(request.query) }, deps);
}

/** Pays a request with a voucher or in a checkout. */
export async function payRequest(
  request: PortalCall<{
    readonly params: RequestOfEntity;
    readonly body: Form<PayInPortal>;
  }>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  const { params, body, person } = request;
  const sent = body.ok ? body.data.voucherCode : '';
  const refused = ({ status, text }: PageComplaint) =>
    ownPage(status, request, { voucherCode: sent, errors: { voucherCode: text } }, deps);
  if (!body.ok) {
    if (body.errors['voucherCode'] === undefined) return toRequest(params, deps);
    return refused(voucherMissing(deps, false));
  }
  const { act, voucherCode, formId, provider = openProviders(deps)[0] } = body.data;
  if (act === 'voucher' && voucherCode.trim() === '') return refused(voucherMissing(deps, true));
  const payment: PagePayment = {
    type: 'certificate_request',
    purchase: certificateToPay(params, callerOf(person), deps),
    path: certificatePath(params.entityId, params.requestId),
    email: person.email,
    effect: formEffect(person.id, formId, { ...params, voucherCode }),
    complaint: (error) => voucherComplaint(error, deps),
    explains: ({ status }) => status === 400 || status === 409,
  };
  const outcome = await payInPortal(payment, { act, provider, voucherCode }, deps);
  return outcome.kind === 'refused' ? refused(outcome) : redirect(outcome.url);
}

/** The request's page, with its payment forms. */
async function ownPage(
  status: number,
  { person, csrfToken, extraItems }: PortalCall<object>,
  forms: Omit<PageForms, 'formId' | 'providers'>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  const view = await readCertificatePage(extraItems, deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  const ways = { formId: newFormId(deps), providers: openProviders(deps) };
  return page(status, ownCertificatePage(deps, viewer, view, { ...ways, ...forms }), secretPage);
}

function newCertificate(
  entity: NewCertificate['entity'],
  type: RequestableType,
  deps: CertificateDeps,
): NewCertificate {
  const fee = deps.fee(requestableKinds[type].fee);
  return { type, entity, formId: newFormId(deps), fee, now: deps.now().toISOString() };
}

export async function cancelOnPage(
  { params, person }: PortalCall<{ readonly params: RequestOfEntity }>,
  deps: CertificateDeps,
): Promise<RawResponse> {
  // If nothing changed, the page explains why.
  await cancelOwnCertificate(params, callerOf(person), deps);
  return toRequest(params, deps);
}

function callerOf({ id }: { readonly id: string }): PersonCaller {
  return { kind: 'person', personId: id };
}

function toRequest({ entityId, requestId }: RequestOfEntity, deps: CertificateDeps): RawResponse {
  return redirect(href(deps, certificatePath(entityId, requestId)));
}
