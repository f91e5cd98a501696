import { listDocuments } from '../../documents/db/documents.ts';
import { visibleOf } from '../../documents/usecases/present-documents.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { PaymentProgress } from '../../payments/domain/payment.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { findRepresentedEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { findReviewCounts } from '../../reviews/db/review-counts.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { findApplication, type StoredApplication } from '../db/applications.ts';

export interface ApplicationPageFacts {
  readonly application: StoredApplication;
  /** The registration fee, from the invoice or, before it exists, from the deployment's settings. */
  readonly fee: { readonly amountCents: number; readonly currency: string };
  readonly payment: PaymentProgress;
  /** Recent decision times; null if unknown. */
  readonly waits: Waits | null;
  /** The resulting entity; null before the approval, and if the person no longer represents it. */
  readonly entity: StoredEntity | null;
  readonly documents: readonly {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
  }[];
}

/** Two round trips; a third if a checkout was opened. Error: 404, also for someone else's application. */
export async function readApplicationPage(
  applicationId: string,
  personId: string,
  deps: Pick<ServiceDeps, 'table' | 'now' | 'fee'>,
): Promise<ApplicationPageFacts> {
  const { table } = deps;
  const [application, counts] = await Promise.all([
    findApplication(table, personId, applicationId),
    findReviewCounts(table),
  ]);
  if (application === null) throw apiErrors.notFound();
  const { invoiceId, legalEntityId } = application;
  const [invoice, entity, documents] = await Promise.all([
    findInvoice(table, invoiceId),
    legalEntityId === null ? null : findRepresentedEntity(table, legalEntityId, personId),
    legalEntityId === null ? [] : listDocuments(table, legalEntityId),
  ]);
  const payment = await readPaymentProgress(invoice, deps);
  return {
    application,
    payment,
    fee: invoice ?? deps.fee('legal_entity_application'),
    waits: counts?.waits?.byType.legal_entity_application ?? null,
    entity,
    // An annulled registration has no valid documents.
    documents: entity === null || entity.annulment !== undefined ? [] : visibleOf(documents),
  };
}

/** The current registration fee, and recent decision times. */
export async function readRegistrationCost({ table, fee }: Pick<ServiceDeps, 'table' | 'fee'>) {
  const counts = await findReviewCounts(table);
  return {
    fee: fee('legal_entity_application'),
    waits: counts?.waits?.byType.legal_entity_application ?? null,
  };
}
