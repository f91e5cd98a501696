import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { StoredReviewCounts } from '../../reviews/db/review-counts.ts';
import { StoredAmendment } from '../db/amendments.ts';
import type { AmendmentOnPage } from '../pages/amendment-page.ts';
import type { FilingOfEntity } from './read-amendment.ts';

/** What the pages of an amendment read with the session. */
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
 * An amendment with its invoice, or the fee that it will have, for someone who represents its entity today; from what was
 * read at `amendmentPageKeys`. One round trip, and another where a checkout was opened.
 * Error: 404.
 */
export async function readAmendmentPage(
  found: readonly (Item | undefined)[],
  deps: Pick<ServiceDeps, 'table' | 'fee' | 'now'>,
): Promise<Omit<AmendmentOnPage, 'entity' | 'amendment'> & OwnAmendment> {
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

export interface OwnAmendment {
  readonly entity: StoredEntity;
  readonly amendment: StoredAmendment;
}

/** The amendment and its entity, as they were read at `amendmentPageKeys`. Error: 404. */
export function ownAmendment([first, representative, second]: readonly (
  | Item
  | undefined
)[]): OwnAmendment {
  const entity = representative === undefined ? null : parseFound(StoredEntity, first);
  const amendment = parseFound(StoredAmendment, second);
  if (entity === null || amendment === null) throw apiErrors.notFound();
  return { entity, amendment };
}

/** What the form for new changes reads with the session. */
export function newAmendmentKeys(entityId: string, personId: string): readonly ItemKey[] {
  return [
    keys.entity(entityId),
    keys.representative(entityId, personId),
    keys.openAmendment(entityId),
  ];
}

/** The entity, and its amendment that is still open, as they were read at `newAmendmentKeys`. Error: 404. */
export function entityToAmend([first, representative, claim]: readonly (Item | undefined)[]): {
  readonly entity: StoredEntity;
  readonly openFilingId: string | null;
} {
  const entity = representative === undefined ? null : parseFound(StoredEntity, first);
  if (entity === null) throw apiErrors.notFound();
  return { entity, openFilingId: claim === undefined ? null : String(claim['filingId']) };
}
