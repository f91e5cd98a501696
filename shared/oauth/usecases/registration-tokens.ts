import { create, orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit-act.ts';
import { newRegistrationSecret, registrationTokenId } from '../auth/registration-secret.ts';
import type { IssueRegistrationToken } from '../contracts/admin-registration-tokens.ts';
import {
  allRegistrationTokens,
  findRegistrationToken,
  findRegistrationTokenCount,
  registrationTokenCountWrite,
  registrationTokenItem,
  revokeRegistrationTokenWrite,
} from '../db/registration-tokens.ts';
import { type RegistrationToken, registrationTokenState } from '../domain/registration-token.ts';

/** How many can be usable at a time. */
const maxUsable = 100;

/**
 * Issues an initial access token (RFC 7591): it is in this answer and nowhere else. Error: 409 `client.registration_token_limit_reached`
 * beyond a hundred that are usable, however many are issued at once.
 */
export function issueRegistrationToken(
  { days, ...wanted }: IssueRegistrationToken,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly token: RegistrationToken; readonly secret: string }> {
  return untilWritten(async () => {
    const now = deps.now();
    const at = now.toISOString();
    // The count first: it then vouches for the tokens that are read after it.
    const count = await findRegistrationTokenCount(deps.table);
    const usable = (await allRegistrationTokens(deps.table)).filter(
      (token) => registrationTokenState(token, at) === 'usable',
    );
    if (usable.length >= maxUsable) throw apiErrors.registrationTokenLimitReached();
    const secret = newRegistrationSecret(deps.random);
    const token: RegistrationToken = {
      ...wanted,
      // It has the form of one.
      id: registrationTokenId(secret) ?? '',
      registered: 0,
      createdAt: at,
      expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
      revokedAt: null,
    };
    const outcome = await transact(deps.table, {
      count: registrationTokenCountWrite(count),
      token: create(registrationTokenItem(token)),
      ...auditAct(deps, {
        at,
        actor,
        action: 'registration_token.issued',
        subject: { type: 'registration_token', id: token.id },
        details: { scopes: token.scopes, maxClients: token.maxClients, expiresAt: token.expiresAt },
      }),
    });
    return outcome.kind === 'written' ? { token, secret } : lostRace;
  });
}

/** All tokens, newest first; for a month after their end. */
export function listRegistrationTokens({
  table,
}: Pick<CoreDeps, 'table'>): Promise<readonly RegistrationToken[]> {
  return allRegistrationTokens(table);
}

/** Revokes it, which may be repeated; its clients stay. Error: 404. */
export async function revokeRegistrationToken(
  id: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<RegistrationToken> {
  const at = deps.now().toISOString();
  const token = await findRegistrationToken(deps.table, id);
  if (token === null) throw apiErrors.notFound();
  if (token.revokedAt !== null) return token;
  const outcome = await transact(deps.table, {
    token: orElse(revokeRegistrationTokenWrite(id, at), () => 'revoked_before' as const),
    ...auditAct(deps, {
      at,
      actor,
      action: 'registration_token.revoked',
      subject: { type: 'registration_token', id },
      details: {},
    }),
  });
  if (outcome.kind === 'written') return { ...token, revokedAt: at };
  return (await findRegistrationToken(deps.table, id)) ?? token;
}
