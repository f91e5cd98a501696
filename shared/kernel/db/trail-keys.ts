import { digest } from './key-parts.ts';
import type { ItemKey } from './keys.ts';

/** Keys of the audit trail. */
export const trailKeys = {
  /** What an operator typed as the reason of an act; the entry of the trail has its id. */
  actReason: (id: string) => ({ pk: `ACT_REASON#${id}`, sk: 'ACT_REASON' }),
  audit: (subjectId: string | null, at: string, id: string) => ({
    pk: `AUDIT#${subjectId ?? 'none'}`,
    sk: `${at}#${id}`,
  }),
  /**
   * Copies of an entry, on the lists of filters that its own keys don't serve: see
   * `shared/platform/db/audit-items.ts`.
   */
  auditByAction: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTION#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
  auditByActor: (filter: string, at: string, id: string) => ({
    pk: `AUDIT#ACTOR#${digest(filter)}`,
    sk: `${at}#${id}`,
  }),
} as const satisfies Record<string, (...parts: never[]) => ItemKey>;

/** In the indexes: the entries of the audit trail that match a filter. */
export function auditFilterList(filter: string): string {
  return `AUDIT_FILTER#${digest(filter)}`;
}
