import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import {
  emailProvenWrite,
  findPersonByEmail,
  newPerson,
  newPersonWrites,
} from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { byMail } from '../../sign-in/domain/authentication-methods.ts';
import {
  type BegunSession,
  beginSession,
  type SigningBrowser,
} from '../../sign-in/usecases/begin-session.ts';
import { claimedWrite } from '../db/applicant-access.ts';
import { findClaimLink, useClaimLinkWrite } from '../db/claim-links.ts';
import { findResidencyApplication, residencyEmailCheck } from '../db/residency-applications.ts';
import { isBlank } from '../domain/account-holder.ts';
import { useClaimLink } from '../domain/claim-link.ts';
import { canBeClaimed } from './claimable-account.ts';
import { objectionWrites } from './object-to-application.ts';

/** Somebody who followed a mailed link. */
export interface Claim {
  /** Of the link. */
  readonly token: string;
  readonly browser: SigningBrowser;
}

export type ClaimOutcome =
  | ({
      readonly kind: 'claimed';
      /** The application that its holder is to look at: the registry knows more of the account than its address. */
      readonly toConfirm: string | null;
    } & BegunSession)
  /**
   * The link is used, too old or unknown; the application has another address now; or the account was claimed
   * another way. All of them lead to the ordinary sign-in.
   */
  | { readonly kind: 'over' };

/** Whether the link can still be used, for the page before, which does not use it up. */
export async function isClaimable(token: string, deps: CoreDeps): Promise<boolean> {
  return (await readClaim(token, deps)) !== null;
}

/**
 * Claims the account of a residency application's address with the mailed link, once: the account comes into
 * being if there is none, the address is verified, a session begins, and the browser is known from then on, or
 * nothing happens.
 */
export function claimAccount({ token, browser }: Claim, deps: SealingDeps): Promise<ClaimOutcome> {
  return untilWritten<ClaimOutcome>(async () => {
    const claim = await readClaim(token, deps);
    if (claim === null) return { kind: 'over' };
    const { link, account } = claim;
    const now = deps.now();
    const at = now.toISOString();
    const { applicationId } = link;
    const person =
      account ??
      newPerson({
        id: deps.newId(),
        email: link.email,
        emailVerified: true,
        residencyApplicationId: applicationId,
        createdAt: at,
      });
    const created = account === null ? newPersonWrites(person) : null;
    const { begun, writes } = await beginSession(person, browser, byMail, now, deps);
    const outcome = await transact(deps.table, {
      link: useClaimLinkWrite(token, at),
      application: residencyEmailCheck(applicationId, claim.email),
      email: created?.email,
      person: created?.person ?? emailProvenWrite(person, { claimedFor: applicationId }),
      listed: created?.listed,
      ...writes,
      // An account that comes into being has known no browser.
      told: account === null ? undefined : writes.told,
      access: claimedWrite({ applicationId, email: person.email }, at),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'person.claimed',
        details: { applicationId, created: account === null },
      }),
    });
    const toConfirm = isBlank(person) ? null : applicationId;
    return outcome.kind === 'written' ? { kind: 'claimed', toConfirm, ...begun } : lostRace;
  });
}

/**
 * Whoever was mailed the link says that the application is not theirs: it is rejected, and the link used up.
 * `over`: the link claims nothing any more, or the application is decided.
 */
export function objectByClaimLink(token: string, deps: CoreDeps): Promise<'objected' | 'over'> {
  return untilWritten<'objected' | 'over'>(async () => {
    const claim = await readClaim(token, deps);
    if (claim === null) return 'over';
    const at = deps.now().toISOString();
    // The link is their only credential, as with a signer.
    const by = { actor: system, by: 'claim_link' } as const;
    const writes = await objectionWrites(claim.application, by, at, deps);
    if (!writes.ok) return 'over';
    const outcome = await transact(deps.table, {
      ...writes.next,
      link: useClaimLinkWrite(token, at),
    });
    return outcome.kind === 'written' ? 'objected' : lostRace;
  });
}

/** The link with what it claims; null when it claims nothing any more. */
async function readClaim(token: string, { table, now }: CoreDeps) {
  const link = await findClaimLink(table, token);
  if (link === null || !useClaimLink(link, now().toISOString()).ok) return null;
  const [application, account] = await Promise.all([
    findResidencyApplication(table, link.applicationId),
    findPersonByEmail(table, link.email),
  ]);
  if (application === null || !canBeClaimed(account)) return null;
  const { email } = application.data.personalDetails;
  return isSameEmail(email, link.email) ? { link, application, email, account } : null;
}
