import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import * as incorporationErrors from '../../incorporation/errors/incorporation-errors.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoices } from '../../payments/db/invoices.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { informationErrors } from '../../reviews/usecases/reviewed.ts';
import {
  presentResidencyApplication,
  type ResidencyApplication,
} from '../contracts/partner-application.ts';
import { type ApplicantAccess, findApplicantAccess } from '../db/applicant-access.ts';
import {
  decodeCursor,
  encodeCursor,
  findOwnResidencyApplication,
  findResidencyApplications,
  listResidencyApplicationIds,
  residencyApplicationPlace,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import type { ResidencyApplicationRefusal } from '../domain/residency-application-state.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

/** The integration's application. One round trip. Error: 404, also for another integration's. */
export async function readResidencyApplication(
  id: string,
  caller: Pick<PartnerKeyCaller, 'integrationId'>,
  deps: { readonly table: Table },
): Promise<ResidencyOfApplicant> {
  const found = await findResidencyOfApplicant(id, caller, deps);
  if (found === null) throw residencyErrors.residencyApplicationNotFound();
  return found;
}

/** The same; null if it does not exist. */
export async function findResidencyOfApplicant(
  id: string,
  { integrationId }: Pick<PartnerKeyCaller, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<ResidencyOfApplicant | null> {
  const [application, accesses] = await Promise.all([
    findOwnResidencyApplication(table, integrationId, id),
    findApplicantAccess(table, [id]),
  ]);
  return application && { application, access: accesses.get(id) };
}

/**
 * A page of the integration's applications, or of those with its `reference`, newest first. `cursor` is the `next` of
 * the previous page, or the id of its last application (spec 4.17).
 *
 * Error: 400 `Invalid pagination parameters` for an id that is not an application of the integration.
 */
export async function readResidencyApplications(
  {
    limit,
    cursor,
    reference,
  }: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly reference?: string | undefined;
  },
  { integrationId }: Pick<PartnerKeyCaller, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<Page<ResidencyOfApplicant>> {
  const after = cursor && (decodeCursor(cursor) ?? (await placeOfId(cursor, integrationId, table)));
  const list = { integrationId, reference };
  const page = await listResidencyApplicationIds(table, list, limit, after);
  const [applications, accesses] = await Promise.all([
    findResidencyApplications(table, page.ids),
    findApplicantAccess(table, page.ids),
  ]);
  const items = applications.map((application) => ({
    application,
    access: accesses.get(application.id),
  }));
  return { items, next: page.next && encodeCursor(page.next) };
}

async function placeOfId(id: string, integrationId: string, table: Table): Promise<string> {
  const application = await findOwnResidencyApplication(table, integrationId, id);
  if (application !== null) return residencyApplicationPlace(application);
  const message = 'Must be a cursor from this list';
  throw apiErrors.invalidPagination([{ code: 'custom', path: ['cursor'], message }]);
}

/** An application with the applicant's portal access. */
export interface ResidencyOfApplicant {
  readonly application: StoredResidencyApplication;
  readonly access: ApplicantAccess | undefined;
}

/** Applications as their partner sees them, in the given order, each with its invoice if any. */
export async function presentPartnerApplications(
  found: readonly ResidencyOfApplicant[],
  deps: Pick<ServiceDeps, 'table' | 'baseUrl'>,
): Promise<ResidencyApplication[]> {
  const invoices = await findInvoices(
    deps.table,
    found.map(({ application }) => application.invoiceId),
  );
  return found.map(({ application, access }) =>
    presentResidencyApplication(
      application,
      presentApplicantAccess(application.data.personalDetails.email, access),
      invoices.get(application.invoiceId) ?? null,
      deps,
    ),
  );
}

export async function presentPartnerApplication(
  found: ResidencyOfApplicant,
  deps: Pick<ServiceDeps, 'table' | 'baseUrl'>,
): Promise<ResidencyApplication> {
  const [presented] = await presentPartnerApplications([found], deps);
  if (presented === undefined) throw new Error('unreachable: one application gives one answer');
  return presented;
}

const ready = 'Payment received. The application can be submitted.';
const waiting = 'Payment received. Submit the application when nextSteps.submitReady is true.';

export async function presentResidencyPayment(
  paid: ResidencyOfApplicant,
  deps: Pick<ServiceDeps, 'table' | 'baseUrl'>,
) {
  const data = await presentPartnerApplication(paid, deps);
  const message = data.nextSteps.submitReady ? ready : waiting;
  return { success: true as const, data, message };
}

/**
 * What a partner sees of its applicant's account (spec 2.9): whether the applicant was emailed, and sign-ins to the
 * account that was claimed with the link or whose holder has confirmed this application. Sign-ins to other accounts are
 * not disclosed.
 */
export function presentApplicantAccess(email: string, access: ApplicantAccess | undefined) {
  const known = access !== undefined && isSameEmail(access.email, email) ? access : null;
  const lastLogin = known?.loggedInAt ?? null;
  const claimLinkSentAt = known?.linkSentAt ?? null;
  return {
    email,
    hasLoggedIn: lastLogin !== null,
    lastLogin,
    claimLinkSent: claimLinkSentAt !== null,
    claimLinkSentAt,
  };
}

/** Exhaustive on purpose: a new refusal does not compile until someone chooses its message. */
const errors: Record<ResidencyApplicationRefusal | InvoiceRefusal, (version: number) => ApiError> =
  {
    not_draft: residencyErrors.residencyApplicationNotDraft,
    stale_version: residencyErrors.residencyApplicationModified,
    residency_type_locked: () => residencyErrors.lockedByPayment('residencyType')(),
    email_locked: () => residencyErrors.lockedByPayment('email')(),
    agreement_changed: residencyErrors.residencyAgreementChanged,
    already_accepted: incorporationErrors.agreementAlreadySigned,
    agreement_required: residencyErrors.residencyAgreementRequired,
    proof_required: residencyErrors.proofOfAddressRequired,
    payment_required: residencyErrors.residencyPaymentRequired,
    verification_required: residencyErrors.identityVerificationRequired,
    nothing_to_pay: residencyErrors.residencyIsFree,
    already_paid: residencyErrors.residencyInvoicePaid,
    not_pending_review: incorporationErrors.applicationNotPendingReview,
    ...informationErrors,
    decided: incorporationErrors.applicationNotPendingReview,
    invoice_paid: residencyErrors.residencyInvoicePaid,
    invoice_not_open: residencyErrors.residencyInvoiceNotOpen,
  };

/** The partner's error for a refused command. */
export function residencyError(
  refusal: keyof typeof errors,
  { version }: Pick<StoredResidencyApplication, 'version'>,
): ApiError {
  return errors[refusal](version);
}

/** The name of the partner that sent the application; null if it is not registered. */
export async function partnerOf(
  { integrationId }: Pick<StoredResidencyApplication, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  return (await findIntegration(table, integrationId))?.name ?? null;
}

/** The partner's `redirectUrl`; null if its origin has been withdrawn or the integration suspended. */
export async function wayBack(
  { redirectUrl, integrationId }: Pick<StoredResidencyApplication, 'redirectUrl' | 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  if (redirectUrl === null) return null;
  const integration = await findIntegration(table, integrationId);
  return integration?.active && integration.redirectOrigins.includes(new URL(redirectUrl).origin)
    ? redirectUrl
    : null;
}
