import { connectedKeyRevocation, revokeKeys } from '../../access/usecases/revoke-keys.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct, auditPerson } from '../../platform/usecases/audit.ts';
import type { RevokeMany } from '../contracts/admin-revocations.ts';
import { findClient, tokensNotBeforeWrite } from '../db/oauth-clients.ts';
import { revokeGrantWrite, StoredGrant } from '../db/oauth-grants.ts';

/** A page of a mass revocation. */
interface ManyRevoked {
  readonly issuedBefore: string;
  readonly scanned: number;
  readonly found: number;
  readonly revoked: number;
  readonly newer: number;
  readonly failed: number;
  /** Whether something issued before the instant may not have been stored yet. */
  readonly repeatRequired: boolean;
  readonly next: string | null;
}

/**
 * How long a request that started before an instant can still write, in milliseconds: a request
 * takes at most ten seconds.
 */
const underWay = 15_000;

const ofKeys = ['kinds', 'scope', 'integrationId'] as const;
const ofTokens = ['clientId'] as const;

/**
 * Revokes the keys, or ends the tokens, that match an operator's filter, for one page of their
 * owners.
 *
 * Errors: 400 for a future instant, and for a filter of the other kind; those of `revokeKeys` and
 * `endTokens`.
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
      : { newer: 0, failed: 0, ...(await endTokens({ ...request, ...page }, actor, deps)) };
  // A token's instant is checked when it is used, even if it was stored late.
  const repeatRequired =
    request.of === 'keys' && now.getTime() < Date.parse(issuedBefore) + underWay;
  return { issuedBefore, repeatRequired, ...done };
}

/** Filters for clients' tokens, and a page of the clients. */
interface TokensToEnd {
  /** Limits the revocation to this client; absent: all clients. */
  readonly clientId?: string | undefined;
  /** Token families whose authorization was before this instant end. */
  readonly issuedBefore: string;
  readonly carryOut: boolean;
  /** The reason, for the audit trail. */
  readonly reason: string | null;
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The counts for a page of clients. */
interface EndedPage {
  readonly scanned: number;
  /**
   * Clients that may have valid tokens from before that instant; `revoked` counts those whose
   * tokens were ended.
   */
  readonly found: number;
  readonly revoked: number;
  readonly next: string | null;
}

/** The audit action for the registration of a client. */
const clientRegistered = 'oauth_client.registered';

const atOnce = 20;

/** With less time left, in milliseconds, no further client is processed. */
const reserve = 4_500;

/**
 * Ends tokens that were authorized before an instant, effective with the next call. Clients are
 * found in the audit trail, which has each registration. Consents stay: users only sign in again. A
 * client with the same or a later instant does not change. Without `carryOut` clients are only
 * counted.
 *
 * Errors: 404 for an unknown client; 409 `request.contended`: repeat the page.
 */
async function endTokens(request: TokensToEnd, actor: Actor, deps: CoreDeps): Promise<EndedPage> {
  const counts = { scanned: 0, found: 0, revoked: 0 };
  let next = request.after ?? null;
  do {
    const limit = Math.min(atOnce, request.limit - counts.scanned);
    const page = await clientsOf({ ...request, limit, after: next ?? undefined }, deps);
    for (const clientId of page.items) {
      counts.scanned += 1;
      const outcome = await endOrCount(clientId, request, actor, deps);
      if (outcome !== 'left') counts.found += 1;
      if (outcome === 'ended') counts.revoked += 1;
    }
    next = page.next;
  } while (next !== null && counts.scanned < request.limit && timeLeft() > reserve);
  return { ...counts, next };
}

async function clientsOf(
  { clientId, limit, after }: TokensToEnd,
  { table }: CoreDeps,
): Promise<{ readonly items: readonly string[]; readonly next: string | null }> {
  if (clientId !== undefined) {
    if ((await findClient(table, clientId)) === null) throw apiErrors.notFound();
    return { items: [clientId], next: null };
  }
  const { items, next } = await readAudit(table, { action: clientRegistered }, { limit, after });
  return { items: items.flatMap(({ subject }) => (subject === null ? [] : [subject.id])), next };
}

function endOrCount(
  clientId: string,
  { issuedBefore, carryOut, reason }: TokensToEnd,
  actor: Actor,
  deps: CoreDeps,
): Promise<'left' | 'found' | 'ended'> {
  return retryOnConflict(async () => {
    const client = await findClient(deps.table, clientId);
    if (client === null || (client.tokensNotBefore ?? '') >= issuedBefore) return 'left';
    if (!carryOut) return 'found';
    const outcome = await transact(deps.table, {
      client: tokensNotBeforeWrite(clientId, issuedBefore),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'oauth_client.tokens_revoked',
        subject: { type: 'oauth_client', id: clientId },
        details: { issuedBefore },
        reason,
      }),
    });
    return outcome.kind === 'written' ? 'ended' : lostRace;
  });
}

/**
 * The family and the reason: the client requested it, or a code or refresh token was used a second
 * time.
 */
export interface FamilyToRevoke {
  readonly grantId: string;
  readonly personId: string;
  readonly clientId: string;
  readonly reason: 'client' | 'code_reuse' | 'refresh_token_reuse';
}

/**
 * Revokes a token family with its access tokens and its Agent Key. Does nothing if it is already revoked or was never
 * created. `write` revokes a grant of another kind.
 */
export function revokeFamily(
  family: FamilyToRevoke,
  deps: CoreDeps,
  write: (grantId: string, at: string) => Write = revokeGrantWrite,
): Promise<void> {
  const { grantId, personId, clientId, reason } = family;
  return retryOnConflict<void>(async () => {
    const at = deps.now().toISOString();
    const grant = parseFound(StoredGrant, await getItem(deps.table, keys.grant(grantId)));
    const keyId = grant?.revokedAt === null ? grant.agentKey?.id : undefined;
    const key = keyId && (await connectedKeyRevocation({ personId, keyId }, at, deps));
    const outcome = await transact(deps.table, {
      grant: orElse(write(grantId, at), () => 'revoked_before'),
      ...(key || {}),
      ...auditPerson(deps, {
        at,
        actor: { kind: 'oauth_client', id: clientId, personId },
        personId,
        action: 'oauth_grant.revoked',
        details: { grantId, clientId, reason, ...(keyId !== undefined && { keyId }) },
      }),
    });
    if (outcome.kind === 'written' || outcome.refusal === 'revoked_before') return;
    // Its key was revoked in the meantime.
    if (keyId !== undefined) return lostRace;
    throw outcome.error;
  });
}
