import { orElse, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { newCode } from '../auth/oauth-token.ts';
import { newCodeWrite } from '../db/oauth-codes.ts';
import { authorizationCodeLifetime } from '../domain/oauth-code.ts';
import { opensEntities } from '../domain/oauth-scope.ts';
import { connectedEvent, consentToBe } from './consent-writes.ts';
import { sharedInTrail } from './shared-in-trail.ts';

/** What a user has allowed a client, or allowed before, and where the code goes. */
export interface ClientAuthorization {
  /** As stored now. */
  readonly person: StoredPerson;
  readonly clientId: string;
  /** The contract's names; the client may have each of them. */
  readonly scopes: readonly string[];
  /** The same as the client spelled them. */
  readonly scope: string;
  /** Those that the user chose; those of the consent where nobody was asked. */
  readonly legalEntityIds: readonly string[];
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** When the user signed in, ISO 8601. */
  readonly authTime: string;
  /** How. */
  readonly amr: readonly string[];
  /** What stands for the session with this client. */
  readonly sid: string;
  /** Thumbprint of the key that alone redeems the code; absent: any. */
  readonly dpopJkt?: string | undefined;
  /** The client asked with authorization details. */
  readonly identified?: boolean | undefined;
  /** The consent that spared the user the question; absent: they were asked. */
  readonly consentId?: string | undefined;
}

export type IssuedAuthorizationCode =
  | { readonly kind: 'issued'; readonly code: string }
  /** One of the caller's own writes was refused: nothing was written. */
  | { readonly kind: 'refused' }
  /** The consent that spared the question has changed: nothing was written. */
  | { readonly kind: 'consent_changed' }
  /** The account was deactivated meanwhile: nothing was written. */
  | { readonly kind: 'deactivated' };

/**
 * Issues an authorization code and, in the same transaction, writes the consent behind it where there is
 * something new in it, and the caller's own writes (that the request is answered, for example).
 */
export function authorizeClient(
  authorization: ClientAuthorization,
  writes: Writes,
  deps: CoreDeps,
): Promise<IssuedAuthorizationCode> {
  const { person, clientId, scopes, legalEntityIds } = authorization;
  return untilWritten<IssuedAuthorizationCode>(async () => {
    const now = deps.now();
    const at = now.toISOString();
    // What a credential is about is shared with nobody else.
    const shared = opensEntities(scopes) ? legalEntityIds : [];
    const approval = { scopes, legalEntityIds: shared };
    const toBe = await consentToBe({ person, clientId }, approval, at, deps);
    const { consent, write, changed } = toBe;
    // Nobody was asked: the consent must exist already, and is not made here.
    const { consentId } = authorization;
    if (consentId !== undefined && (changed || consent.id !== consentId)) {
      return { kind: 'consent_changed' };
    }
    const code = newCode(deps.random);
    const { scope, redirectUri, codeChallenge, nonce, authTime, amr, sid, dpopJkt, identified } =
      authorization;
    const outcome = await transact(deps.table, {
      ...writes,
      oauthPerson: orElse(actingEpochCheck(person), () => ({ kind: 'deactivated' })),
      oauthConsent: orElse(write, readAgain),
      told: connectedEvent(toBe, at, deps),
      oauthCode: newCodeWrite(code, {
        clientId,
        redirectUri,
        personId: person.id,
        consentId: consent.id,
        scopes: [...scopes],
        scope,
        legalEntityIds: [...legalEntityIds],
        codeChallenge,
        nonce,
        authTime,
        amr,
        sid,
        dpopJkt,
        identified,
        credentialEpoch: person.credentialEpoch,
        grantId: deps.newId(),
        createdAt: at,
        expiresAt: new Date(now.getTime() + authorizationCodeLifetime).toISOString(),
        usedAt: null,
      }),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.authorized',
        details: { clientId, scopes, ...sharedInTrail(legalEntityIds), consentChanged: changed },
      }),
    });
    if (outcome.kind === 'written') return { kind: 'issued', code };
    return outcome.refusal ?? { kind: 'refused' };
  });
}
