import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import {
  pageOfIntegrationsApplications,
  pageOfResidencyApplications,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';

/** Which applications are wanted; without anything: all. */
export interface ResidencyApplicationChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly integrationId?: string | undefined;
}

/**
 * A page of the applications that match, newest first. Those of an integration that have a status have no list of their own: a
 * page of them may end before it is full, and its cursor goes on.
 */
export function listAllResidencyApplications(
  { limit, cursor, integrationId, status: state, ...days }: ResidencyApplicationChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredResidencyApplication>> {
  const filter = { state, ...days };
  const request = { limit, after: cursor };
  if (integrationId === undefined) return pageOfResidencyApplications(table, filter, request);
  return pageOfIntegrationsApplications(table, integrationId, filter, request);
}
