import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import {
  pageOfCertificateRequests,
  readCertificateRequests,
  type StoredCertificateRequest,
} from '../db/certificates.ts';

/** Which requests are wanted; without anything: all. */
export interface CertificateRequestChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly legalEntityId?: string | undefined;
}

/** A page of the requests that match, newest first. */
export async function listAllCertificateRequests(
  { limit, cursor, legalEntityId, status: state, ...days }: CertificateRequestChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredCertificateRequest>> {
  const request = { limit, after: cursor };
  if (legalEntityId === undefined)
    return pageOfCertificateRequests(table, { state, ...days }, request);
  return ofOwner(await readCertificateRequests(table, legalEntityId), { state, ...days }, request);
}
