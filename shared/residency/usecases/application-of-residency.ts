import type { Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { residencyAgreementDocumentId } from './residency-agreement-document.ts';

/**
 * The partner's application for which somebody's residency was granted; null where operators granted it, and for one of
 * version 0.1.0 unless the account came with it: that says so by the agreement that it was granted under.
 */
export async function applicationOfResidency(
  { id, residency, residencyApplicationId }: StoredPerson,
  table: Table,
): Promise<StoredResidencyApplication | null> {
  const applicationId = residency?.applicationId ?? residencyApplicationId ?? null;
  if (residency === null || applicationId === null) return null;
  const isItsAgreement =
    residency.agreement?.documentId === residencyAgreementDocumentId(applicationId);
  if (residency.applicationId !== applicationId && !isItsAgreement) return null;
  const application = await findResidencyApplication(table, applicationId);
  return application?.personId === id ? application : null;
}
