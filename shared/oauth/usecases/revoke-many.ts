import { revokeKeys } from '../../access/usecases/revoke-keys.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { RevokeMany } from '../contracts/admin-revocations.ts';
import { endTokens } from './end-tokens.ts';

/** A page of a mass revocation. */
export interface ManyRevoked {
  readonly issuedBefore: string;
  readonly looked: number;
  readonly found: number;
  readonly revoked: number;
  readonly left: number;
  readonly failed: number;
  /** Whether something that was issued before the instant may not have been in the table yet. */
  readonly again: boolean;
  readonly next: string | null;
}

/** For so long something can be on its way into the table under an earlier instant: a request lives ten seconds. In milliseconds. */
const underWay = 15_000;

const ofKeys = ['kinds', 'scope', 'integrationId'] as const;
const ofTokens = ['clientId'] as const;

/**
 * Revokes the keys, or ends the tokens, that an operator's filter names, of a page of their owners.
 *
 * Errors: 400 for an instant that has not come, and for a filter of the other kind of thing; those of `revokeKeys` and `endTokens`.
 */
export async function revokeMany(
  request: RevokeMany,
  { limit, cursor }: CursorPage,
  actor: Actor,
  deps: CoreDeps,
): Promise<ManyRevoked> {
  const now = deps.now();
  const issuedBefore = request.issuedBefore ?? now.toISOString();
  if (issuedBefore > now.toISOString()) {
    throw apiErrors.invalidField(['issuedBefore'], 'Must not be in the future');
  }
  for (const name of request.of === 'keys' ? ofTokens : ofKeys) {
    if (request[name] !== undefined) {
      throw apiErrors.invalidField([name], `Does not apply to ${request.of}`);
    }
  }
  const { carryOut, reason = null } = request;
  const page = { issuedBefore, carryOut, reason, limit, after: cursor };
  const done =
    request.of === 'keys'
      ? await revokeKeys({ ...request, ...page }, actor, deps)
      : { left: 0, failed: 0, ...(await endTokens({ ...request, ...page }, actor, deps)) };
  // An instant of a token decides when it is read, however late it came into the table.
  const again = request.of === 'keys' && now.getTime() < Date.parse(issuedBefore) + underWay;
  return { issuedBefore, again, ...done };
}
