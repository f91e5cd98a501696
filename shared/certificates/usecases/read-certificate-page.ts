import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { StoredReviewCounts } from '../../reviews/db/review-counts.ts';
import { claimKey, findClaimed, StoredCertificateRequest } from '../db/certificates.ts';
import { isReused } from '../domain/certificate.ts';
import { type RequestableType, requestableKinds } from '../domain/certificate-type.ts';
import type { CertificateRequestOnPage } from '../pages/own-certificate-page.ts';
import type { RequestOfEntity } from './read-certificate-request.ts';

/** The keys to read for a request's page, together with the session. */
export function certificatePageKeys(
  { entityId, requestId }: RequestOfEntity,
  personId: string,
): readonly ItemKey[] {
  return [
    keys.entity(entityId),
    keys.representative(entityId, personId),
    keys.certificateRequest(entityId, requestId),
    keys.reviewCounts(),
  ];
}

/**
 * A request with its fee, for a current representative, from the items read at `certificatePageKeys`. One round trip,
 * two if a checkout was opened. Error: 404.
 */
export async function readCertificatePage(
  found: readonly (Item | undefined)[],
  deps: Pick<ServiceDeps, 'table' | 'fee' | 'now'>,
): Promise<CertificateRequestOnPage> {
  const entity = representedIn(found);
  const request = parseFound(StoredCertificateRequest, found[2]);
  if (request === null) throw apiErrors.notFound();
  const invoice = await findInvoice(deps.table, request.invoiceId);
  const counts = parseFound(StoredReviewCounts, found[3]);
  const { fee, eligibility } = requestableKinds[request.type];
  const { taxCompliant } = eligibility(entity, deps.now().toISOString());
  return {
    entity,
    request,
    reviewed: request.contested ? 'contested' : taxCompliant === true ? null : 'taxes',
    payment: await readPaymentProgress(invoice, deps),
    fee: invoice ?? deps.fee(fee),
    waits: counts?.waits?.byType.certificate_request ?? null,
  };
}

/** The keys to read for the page for a new request, together with the session. */
export function newCertificateKeys(
  entityId: string,
  personId: string,
  type: RequestableType,
): readonly ItemKey[] {
  return [keys.entity(entityId), keys.representative(entityId, personId), claimKey(entityId, type)];
}

/**
 * The entity and its open or issued request, which another would return, from the items read at `newCertificateKeys`.
 * One round trip. Error: 404.
 */
export async function entityToCertify(
  found: readonly (Item | undefined)[],
  { table }: Pick<ServiceDeps, 'table'>,
): Promise<{ readonly entity: StoredEntity; readonly reusedId: string | null }> {
  const entity = representedIn(found);
  const claimed = await findClaimed(table, entity.id, found[2]);
  return { entity, reusedId: claimed !== null && isReused(claimed.statusId) ? claimed.id : null };
}

function representedIn([entity, representative]: readonly (Item | undefined)[]): StoredEntity {
  const found = representative === undefined ? null : parseFound(StoredEntity, entity);
  if (found === null) throw apiErrors.notFound();
  return found;
}
