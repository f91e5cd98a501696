/** The filter that selects keys to revoke in bulk. */
export interface KeyFilter {
  /** Default: every kind. */
  readonly kinds?: readonly string[] | undefined;
  /** Keys with this scope. A Standard Key has no scopes and never matches. */
  readonly scope?: string | undefined;
  /** An instant, ISO 8601 in UTC. */
  readonly issuedBefore: string;
}

/** The part of a key that the filter checks. */
interface Candidate {
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/**
 * What happens to a key:
 *
 * | The key | | Counted as |
 * |---|---|---|
 * | is already revoked | no change | nothing |
 * | is of another kind, or lacks the scope | no change | nothing |
 * | was issued at the instant or after it | no change | `newer` |
 * | any other | is revoked | `found` |
 */
export function choiceOf(
  { kind, scopes, createdAt, revokedAt }: Candidate,
  filter: KeyFilter,
): 'found' | 'newer' | 'other' {
  if (revokedAt !== null) return 'other';
  if (filter.kinds !== undefined && !filter.kinds.includes(kind)) return 'other';
  if (filter.scope !== undefined && !scopes.includes(filter.scope)) return 'other';
  return createdAt < filter.issuedBefore ? 'found' : 'newer';
}
