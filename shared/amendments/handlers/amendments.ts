import type { PersonCaller } from '../../access/auth/caller.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { ApiError, codeOf } from '../../kernel/errors/api-error.ts';
import type { Form } from '../../kernel/http/form.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import { href } from '../../kernel/pages/page-context.ts';
import type { Viewer } from '../../kernel/pages/portal-layout.ts';
import { refusedSignature } from '../../kernel/pages/signing-form.ts';
import type { PageComplaint, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import type { PaymentDeps } from '../../payments/deps/payment-deps.ts';
import { type PageForms, waitedOf } from '../../payments/pages/payment-forms.ts';
import { voucherComplaint, voucherMissing } from '../../payments/pages/voucher-complaint.ts';
import {
  openProviders,
  type PagePayment,
  payInPortal,
} from '../../payments/usecases/pay-in-portal.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { page, redirect } from '../../web/http/page.ts';
import type { RawResponse } from '../../web/http/request.ts';
import { formEffect, newFormId } from '../../web/http/request-effect.ts';
import type { PortalCall } from '../../web/http/signed-in.ts';
import { signaturePath } from '../contracts/amendment.ts';
import {
  amendmentPath,
  newAmendmentPath,
  type ProposalForm,
  readProposal,
  type SignAmendment,
  typedProposal,
} from '../contracts/portal-amendments-contract.ts';
import { findOpenAmendment, type StoredAmendment } from '../db/amendments.ts';
import { amended, type ProposedChanges } from '../domain/proposed-changes.ts';
import {
  type AmendmentPageOptions,
  amendmentPage,
  amendmentSignaturePage,
  nameGone,
  signingProblem,
} from '../pages/amendment-page.ts';
import { changedError, nameError, proposalErrors, proposalPage } from '../pages/proposal-page.ts';
import { withdrawAmendment } from '../usecases/decide-amendment.ts';
import {
  createAmendment,
  isProposedNameFree,
  readAmendmentToSign,
  reviseAmendment,
  signAmendment,
} from '../usecases/draft-amendment.ts';
import {
  type EntityFiling,
  entityToAmend,
  type FilingOfEntity,
  ownAmendment,
  readAmendmentPage,
  readOwnAmendment,
} from '../usecases/read-amendment.ts';
import { amendmentToPay, submitAmendment } from '../usecases/submit-amendment.ts';

interface OfEntity {
  readonly entityId: string;
}

interface Proposing<Params> {
  readonly params: Params;
  readonly body: Form<ProposalForm>;
}

/** Shows a form for new changes, or the open amendment. */
export async function askForAmendment(
  request: PortalCall<{ readonly params: OfEntity }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, person, csrfToken, extraItems } = request;
  const { entity, openFilingId } = entityToAmend(extraItems);
  if (openFilingId !== null) return toAmendment({ ...params, filingId: openFilingId }, deps);
  const typed = typedProposal(entity);
  const view = { entity, typed, formId: newFormId(deps), draft: null };
  return page(200, proposalPage(deps, { ...person, csrfToken: csrfToken() }, view));
}

/** Starts an amendment, once per form. */
export async function beginAmendment(
  request: PortalCall<Proposing<OfEntity>>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, body, person, csrfToken, extraItems } = request;
  const { entity, openFilingId } = entityToAmend(extraItems);
  const viewer = { ...person, csrfToken: csrfToken() };
  const again = newAmendmentPath(params.entityId);
  // Also if the form that started it is submitted again.
  if (openFilingId !== null) return toAmendment({ ...params, filingId: openFilingId }, deps);
  if (!body.ok) return redirect(href(deps, again));
  const form = body.data;
  return proposing({ entity, form, viewer, draft: null }, deps, async (changes) => {
    const effect = formEffect(person.id, form.formId, { ...params, changes });
    const by = { caller: callerOf(person), effect, onlyNew: true } as const;
    try {
      const { id } = await createAmendment(params.entityId, changes, by, deps);
      return { ...params, filingId: id };
    } catch (error) {
      // Another representative was faster, or the form was submitted twice.
      const open =
        codeOf(error) === 'filing.changed' &&
        (await findOpenAmendment(deps.table, params.entityId));
      if (!open) throw error;
      return { ...params, filingId: open.id };
    }
  });
}

/** Shows the form with a draft's proposals. */
export async function showRevision(
  request: PortalCall<{ readonly params: FilingOfEntity }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, person, csrfToken, extraItems } = request;
  const { entity, amendment } = ownAmendment(extraItems);
  if (amendment.statusId !== 'Draft') return toAmendment(params, deps);
  return revision(200, { entity, amendment }, { ...person, csrfToken: csrfToken() }, deps);
}

/** The form with a draft's current proposals. */
function revision(
  status: 200 | 409,
  { entity, amendment }: EntityFiling,
  viewer: Viewer,
  deps: ServiceDeps,
): RawResponse {
  const typed = typedProposal(amended(entity, amendment.proposedChanges));
  const errors = status === 409 ? changedError(deps) : {};
  const view = { entity, typed, formId: newFormId(deps), draft: shownDraft(amendment), errors };
  return page(status, proposalPage(deps, viewer, view));
}

function shownDraft({ version, signature }: StoredAmendment) {
  return { version, signed: signature !== null };
}

/** Saves a draft's proposals. */
export async function reviseOnPage(
  request: PortalCall<Proposing<FilingOfEntity>>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, body, person, csrfToken, extraItems } = request;
  const { entity, amendment } = ownAmendment(extraItems);
  const viewer = { ...person, csrfToken: csrfToken() };
  if (!body.ok) return toAmendment(params, deps);
  const form = body.data;
  const caller = callerOf(person);
  const version = form.version === undefined ? amendment.version : Number(form.version);
  const draft = { ...shownDraft(amendment), version };
  try {
    return await proposing({ entity, form, viewer, draft }, deps, async (changes) => {
      await reviseAmendment({ ...params, version }, changes, caller, deps);
      return params;
    });
  } catch (error) {
    if (codeOf(error) !== 'filing.changed') throw error;
    const now = await readOwnAmendment(deps.table, params, caller);
    if (now.amendment.statusId !== 'Draft') return toAmendment(params, deps);
    return revision(409, now, viewer, deps);
  }
}

/** Reads a form and applies it. On an error, shows the form again with all entered values. */
async function proposing(
  {
    entity,
    form,
    viewer,
    draft,
  }: {
    readonly entity: AmendableEntity;
    readonly form: ProposalForm;
    readonly viewer: Viewer;
    readonly draft: { readonly version: number; readonly signed: boolean } | null;
  },
  deps: ServiceDeps,
  propose: (changes: ProposedChanges) => Promise<FilingOfEntity>,
): Promise<RawResponse> {
  const again = (status: number, errors: FieldErrors) => {
    const view = { entity, typed: form, formId: form.formId, draft, errors };
    return page(status, proposalPage(deps, viewer, view));
  };
  const read = readProposal(form, entity);
  if (!read.ok) return again(400, proposalErrors(read, deps));
  try {
    return toAmendment(await propose(read.changes), deps);
  } catch (error) {
    const errors = nameError(codeOf(error), deps);
    if (errors === null) throw error;
    return again(409, errors);
  }
}

/** Shows an amendment to its signer. */
export function showSigning(
  request: PortalCall<{ readonly params: FilingOfEntity }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  return signing(200, request, {}, deps);
}

/** Signs an amendment. On an error, shows the current state. */
export async function signOnPage(
  request: PortalCall<{
    readonly params: FilingOfEntity;
    readonly body: Form<SignAmendment>;
  }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, body, person } = request;
  if (!body.ok) return signing(400, request, { fields: refusedSignature(body) }, deps);
  const { signerName, version, language } = body.data;
  try {
    await signAmendment({ ...params, version, signerName, personId: person.id, language }, deps);
  } catch (error) {
    const problem = signingProblem(codeOf(error), deps);
    if (problem === null) throw error;
    return signing(409, request, { problem }, deps);
  }
  return redirect(href(deps, signaturePath(params.entityId, params.filingId)));
}

async function signing(
  status: number,
  { params, person, csrfToken }: PortalCall<{ readonly params: FilingOfEntity }>,
  view: Partial<Pick<AmendmentPageOptions, 'fields' | 'problem'>>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const found = await readAmendmentToSign(deps.table, params, person.id);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(status, amendmentSignaturePage(deps, viewer, { fields: {}, ...found, ...view }));
}

/** Shows the status of an amendment. */
export function showAmendment(
  request: PortalCall<{
    readonly params: FilingOfEntity;
    readonly query: { readonly waited?: string | undefined };
  }>,
  deps: PaymentDeps,
): Promise<RawResponse> {
  return ownPage(200, request, { waited: waitedOf(request.query) }, deps);
}

/** Pays an amendment with a voucher or in a checkout. */
export async function payFiling(
  request: PortalCall<{
    readonly params: FilingOfEntity;
    readonly body: Form<PayInPortal>;
  }>,
  deps: PaymentDeps,
): Promise<RawResponse> {
  const { params, body, person, extraItems } = request;
  const sent = body.ok ? body.data.voucherCode : '';
  const refused = ({ status, text }: PageComplaint) =>
    ownPage(status, request, { voucherCode: sent, errors: { voucherCode: text } }, deps);
  if (!body.ok) {
    if (body.errors['voucherCode'] === undefined) return toAmendment(params, deps);
    return refused(voucherMissing(deps, false));
  }
  const { act, voucherCode, formId, provider = openProviders(deps)[0] } = body.data;
  if (act === 'voucher' && voucherCode.trim() === '') return refused(voucherMissing(deps, true));
  const { entity, amendment } = ownAmendment(extraItems);
  // A draft that can't be submitted can't be paid either, so that another name can be proposed.
  if (
    act !== 'cancel' &&
    amendment.paidAt === null &&
    !(await isProposedNameFree(deps.table, entity, amendment.proposedChanges))
  ) {
    return refused({ status: 409, text: nameGone(deps) });
  }
  const payment: PagePayment = {
    type: 'amendment',
    purchase: amendmentToPay(params, callerOf(person), deps),
    path: amendmentPath(params.entityId, params.filingId),
    email: person.email,
    effect: formEffect(person.id, formId, { ...params, voucherCode }),
    complaint: (error) => voucherComplaint(error, deps),
    explains: isOfState,
  };
  const outcome = await payInPortal(payment, { act, provider, voucherCode }, deps);
  return outcome.kind === 'refused' ? refused(outcome) : redirect(outcome.url);
}

/** The amendment's page, with its payment forms. */
async function ownPage(
  status: number,
  { person, csrfToken, extraItems }: PortalCall<object>,
  forms: Omit<PageForms, 'formId' | 'providers'>,
  deps: PaymentDeps,
): Promise<RawResponse> {
  const view = await readAmendmentPage(extraItems, deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  const ways = { formId: newFormId(deps), providers: openProviders(deps) };
  return page(status, amendmentPage(deps, viewer, view, { ...ways, ...forms }));
}

/** Submits an amendment again. */
export async function submitOnPage(
  request: PortalCall<{ readonly params: FilingOfEntity }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  const { params, person } = request;
  try {
    await submitAmendment(params, callerOf(person), deps);
  } catch (error) {
    if (!isOfState(error)) throw error;
  }
  return toAmendment(params, deps);
}

export async function withdrawOnPage(
  { params, person }: PortalCall<{ readonly params: FilingOfEntity }>,
  deps: ServiceDeps,
): Promise<RawResponse> {
  // If nothing changed, the page explains why.
  await withdrawAmendment(params, callerOf(person), deps);
  return toAmendment(params, deps);
}

function callerOf({ id }: { readonly id: string }): PersonCaller {
  return { kind: 'person', personId: id };
}

/** Whether the amendment has changed since the page was opened; the page then shows the current state. */
function isOfState(error: unknown): boolean {
  return error instanceof ApiError && [400, 402, 409].includes(error.status);
}

function toAmendment({ entityId, filingId }: FilingOfEntity, deps: ServiceDeps): RawResponse {
  return redirect(href(deps, amendmentPath(entityId, filingId)));
}
