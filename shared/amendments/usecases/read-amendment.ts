import type { PersonalCaller } from '../../access/auth/caller.ts';
import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice, findInvoices } from '../../payments/db/invoices.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import {
  readAccessibleEntity,
  readFilingEntity,
} from '../../registry/usecases/read-accessible-entity.ts';
import { StoredReviewCounts } from '../../reviews/db/review-counts.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { informationErrors } from '../../reviews/usecases/reviewed.ts';
import { type Amendment, presentAmendment } from '../contracts/amendment.ts';
import {
  findAmendment,
  findAnyAmendment,
  listAmendments,
  pageOfAmendments,
  StoredAmendment,
} from '../db/amendments.ts';
import type { AmendmentRefusal } from '../domain/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import type { AmendmentOnPage } from '../pages/amendment-page.ts';

/** A filing in the path of a request. The filing id may be any text. */
export interface FilingOfEntity {
  readonly entityId: string;
  readonly filingId: string;
}

/** The filing, if the key may read it. Errors: 404 `Legal entity not found`, `Amendment filing not found`. */
export async function readAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  caller: PersonalCaller,
): Promise<StoredAmendment> {
  await readAccessibleEntity(table, entityId, caller);
  return requireAmendment(table, { entityId, filingId });
}

/** The filings of an entity that the key may read, newest first. Error: 404 `Legal entity not found`. */
export async function readAmendments(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<readonly StoredAmendment[]> {
  await readAccessibleEntity(table, entityId, caller);
  return listAmendments(table, entityId);
}

/** A filing of any entity, for operators. Error: 404. */
export async function readAnyAmendment(table: Table, id: string): Promise<StoredAmendment> {
  const amendment = await findAnyAmendment(table, id);
  if (amendment === null) throw apiErrors.notFound();
  return amendment;
}

export interface EntityFiling {
  readonly amendment: StoredAmendment;
  readonly entity: StoredEntity;
}

/** The filing and its entity, if the key may write it. Errors: 403 and 404 as above. */
export async function readOwnAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  caller: PersonalCaller,
): Promise<EntityFiling> {
  const entity = await readFilingEntity(table, entityId, caller);
  return { entity, amendment: await requireAmendment(table, { entityId, filingId }) };
}

async function requireAmendment(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
): Promise<StoredAmendment> {
  const isId = Id.safeParse(filingId).success;
  const amendment = isId ? await findAmendment(table, entityId, filingId) : null;
  if (amendment === null) throw amendmentErrors.amendmentNotFound();
  return amendment;
}

/** Filters; without any, all filings match. */
interface AmendmentChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly legalEntityId?: string | undefined;
}

/** A page of the filings that match, newest first. */
export async function listAllAmendments(
  { limit, cursor, legalEntityId, status: state, ...days }: AmendmentChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredAmendment>> {
  const request = { limit, after: cursor };
  if (legalEntityId === undefined) return pageOfAmendments(table, { state, ...days }, request);
  return ofOwner(await listAmendments(table, legalEntityId), { state, ...days }, request);
}

/** Filings as returned, in the given order. The invoice of a draft is null. */
export async function presentAmendments(
  amendments: readonly StoredAmendment[],
  deps: ServiceDeps,
): Promise<Amendment[]> {
  const invoiced = amendments.filter(({ statusId }) => statusId !== 'Draft');
  const invoices = await findInvoices(
    deps.table,
    invoiced.map(({ invoiceId }) => invoiceId),
  );
  return amendments.map((amendment) =>
    presentAmendment({ amendment, invoice: invoices.get(amendment.invoiceId) ?? null }, deps),
  );
}

export async function presentOneAmendment(
  amendment: StoredAmendment,
  deps: ServiceDeps,
): Promise<Amendment> {
  const [shown] = await presentAmendments([amendment], deps);
  if (shown === undefined) throw new Error('unreachable: one was given');
  return shown;
}

/** A filing as operators see it, with its signer. */
export async function presentAmendmentToOperators(
  amendment: StoredAmendment,
  deps: ServiceDeps,
): Promise<Amendment & { readonly signer: { personId: string; name: string } | null }> {
  const { signature } = amendment;
  const signer = signature && { personId: signature.personId, name: signature.signerName };
  return { ...(await presentOneAmendment(amendment, deps)), signer };
}

/** Exhaustive on purpose: a new refusal does not compile until someone chooses its message. */
const errors: Record<
  AmendmentRefusal | InvoiceRefusal,
  (step: 'payment' | 'submission') => ApiError
> = {
  locked: amendmentErrors.filingLocked,
  no_changes: amendmentErrors.filingWithoutChanges,
  already_signed: amendmentErrors.filingAlreadySigned,
  not_signed: (step) => amendmentErrors.filingUnsigned(step)(),
  not_invoiced: amendmentErrors.filingUnpaid,
  already_paid: paymentErrors.invoiceAlreadyPaid,
  not_paid: amendmentErrors.filingUnpaid,
  name_taken: apiErrors.nameTaken,
  decided: amendmentErrors.filingNotPendingReview,
  not_pending_review: amendmentErrors.filingNotPendingReview,
  ...informationErrors,
  objections_unanswered: reviewErrors.objectionsUnanswered,
  objections_changed: reviewErrors.objectionsChanged,
  invoice_paid: paymentErrors.invoiceAlreadyPaid,
  invoice_not_open: paymentErrors.invoiceNotPayable,
};

/** The error for a command that a filing does not accept (spec 4.15). */
export function amendmentError(
  refusal: keyof typeof errors,
  step: 'payment' | 'submission' = 'submission',
): ApiError {
  return errors[refusal](step);
}

/** The keys to read for an amendment's pages, together with the session. */
export function amendmentPageKeys(
  { entityId, filingId }: FilingOfEntity,
  personId: string,
): readonly ItemKey[] {
  return [
    keys.entity(entityId),
    keys.representative(entityId, personId),
    keys.amendment(entityId, filingId),
    keys.reviewCounts(),
  ];
}

/**
 * An amendment with its invoice or its future fee, for a current representative, from the items read at
 * `amendmentPageKeys`. One round trip, two if a checkout was opened. Error: 404.
 */
export async function readAmendmentPage(
  found: readonly (Item | undefined)[],
  deps: Pick<ServiceDeps, 'table' | 'fee' | 'now'>,
): Promise<Omit<AmendmentOnPage, 'entity' | 'amendment'> & EntityFiling> {
  const own = ownAmendment(found);
  const { amendment } = own;
  const invoice =
    amendment.statusId === 'Draft' ? null : await findInvoice(deps.table, amendment.invoiceId);
  const counts = parseFound(StoredReviewCounts, found[3]);
  return {
    ...own,
    payment: await readPaymentProgress(invoice, deps),
    fee: invoice ?? deps.fee('amendment'),
    waits: counts?.waits?.byType.amendment ?? null,
  };
}

/** The amendment and its entity, from the items read at `amendmentPageKeys`. Error: 404. */
export function ownAmendment([first, representative, second]: readonly (
  | Item
  | undefined
)[]): EntityFiling {
  const entity = representative === undefined ? null : parseFound(StoredEntity, first);
  const amendment = parseFound(StoredAmendment, second);
  if (entity === null || amendment === null) throw apiErrors.notFound();
  return { entity, amendment };
}

/** The keys to read for the form for new changes, together with the session. */
export function newAmendmentKeys(entityId: string, personId: string): readonly ItemKey[] {
  return [
    keys.entity(entityId),
    keys.representative(entityId, personId),
    keys.openAmendment(entityId),
  ];
}

/** The entity and its open amendment, from the items read at `newAmendmentKeys`. Error: 404. */
export function entityToAmend([first, representative, claim]: readonly (Item | undefined)[]): {
  readonly entity: StoredEntity;
  readonly openFilingId: string | null;
} {
  const entity = representative === undefined ? null : parseFound(StoredEntity, first);
  if (entity === null) throw apiErrors.notFound();
  return { entity, openFilingId: claim === undefined ? null : String(claim['filingId']) };
}
