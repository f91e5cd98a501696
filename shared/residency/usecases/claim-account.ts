import type { StoredIntegration } from '../../access/db/partner-integrations.ts';
import {
  type AttemptLimit,
  countAttempt,
  countEveryAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  emailProvenWrite,
  findPersonByEmail,
  newPerson,
  newPersonWrites,
  type StoredPerson,
} from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { byMail } from '../../sign-in/domain/authentication-methods.ts';
import {
  beginSession,
  type SigningBrowser,
  type StartedSession,
} from '../../sign-in/usecases/sessions.ts';
import {
  type ApplicantAccess,
  claimedWrite,
  findApplicantAccess,
  findClaimLink,
  newAccessWrite,
  newClaimLinkWrite,
  useClaimLinkWrite,
} from '../db/applicant-access.ts';
import {
  findResidencyApplication,
  residencyEmailCheck,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { applicantAccountStatus, isBlank } from '../domain/account-holder.ts';
import { claimMailsPerDay, newClaimLink, useClaimLink } from '../domain/claim-link.ts';
import { objectionWrites } from './answer-as-holder.ts';

/** A person who followed an emailed link. */
interface Claim {
  readonly token: string;
  readonly browser: SigningBrowser;
}

type ClaimOutcome =
  | ({
      readonly kind: 'claimed';
      /** The application that the account holder must confirm, because the account has more data than its address. */
      readonly toConfirm: string | null;
    } & StartedSession)
  /**
   * The link is used, expired or unknown; the application's address has changed; or the account was claimed another
   * way. The page offers the ordinary sign-in.
   */
  | { readonly kind: 'over' };

/** Whether the link is still valid, for the page shown before it is redeemed. */
export async function isClaimable(token: string, deps: CoreDeps): Promise<boolean> {
  return (await readClaim(token, deps)) !== null;
}

/**
 * Claims the account of a residency application's address with the emailed link, once. Atomically creates the account
 * if there is none, verifies the address, starts a session and remembers the browser.
 */
export function claimAccount({ token, browser }: Claim, deps: SealingDeps): Promise<ClaimOutcome> {
  return retryOnConflict<ClaimOutcome>(async () => {
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
    const { started, writes } = await beginSession(person, browser, byMail, now, deps);
    const outcome = await transact(deps.table, {
      link: useClaimLinkWrite(token, at),
      application: residencyEmailCheck(applicationId, claim.email),
      email: created?.email,
      person: created?.person ?? emailProvenWrite(person, { claimedFor: applicationId }),
      listed: created?.listed,
      ...writes,
      // A new account has no known browsers, so no notification is needed.
      notice: account === null ? undefined : writes.notice,
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
    return outcome.kind === 'written' ? { kind: 'claimed', toConfirm, ...started } : lostRace;
  });
}

/**
 * The recipient of the link objects: the application is rejected and the link redeemed. `over`: the link is no longer
 * valid, or the application is decided.
 */
export function objectByClaimLink(token: string, deps: CoreDeps): Promise<'objected' | 'over'> {
  return retryOnConflict<'objected' | 'over'>(async () => {
    const claim = await readClaim(token, deps);
    if (claim === null) return 'over';
    const at = deps.now().toISOString();
    // The link is the objector's only credential, so the actor is the system.
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

/** The link and what it claims; null if it is no longer valid. */
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

/**
 * The limit per address and UTC day. Partners choose the address, and must not be able to flood it. Each integration
 * has a separate limit, so that none can exhaust or observe another's.
 */
const mailsToAddress: AttemptLimit = { kind: 'claim_link', max: 10, window: 86_400_000 };

export interface RequestedLink {
  readonly applicationId: string;
  /** When the partner entered the address of the email. */
  readonly linkSentAt: string;
}

/** The email to an applicant, by the account of their address when the email is created. */
export type ApplicantMail = {
  readonly application: StoredResidencyApplication;
  readonly account: StoredPerson | null;
} & (
  | { readonly kind: 'claim'; readonly token: string }
  /** The account is in use, so its holder is asked whether the application is theirs. */
  | { readonly kind: 'question' }
  /** The account is deactivated. */
  | { readonly kind: 'closed' }
);

/**
 * Decides which email an applicant gets, and creates the claim link if needed; only the digest of its token is stored.
 * A repeat creates another link, and either of them works once.
 *
 * Null if no email is due: the application was rejected or has a new address, which gets a separate email; the account
 * holder has already confirmed; or the integration has reached its limit of ten emails per address and day.
 */
export async function makeApplicantMail(
  { applicationId, linkSentAt }: RequestedLink,
  deps: CoreDeps,
): Promise<ApplicantMail | null> {
  const { table } = deps;
  const [application, accesses] = await Promise.all([
    findResidencyApplication(table, applicationId),
    findApplicantAccess(table, [applicationId]),
  ]);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  if (application.statusId === 'Rejected') return null;
  if (accesses.get(applicationId)?.linkSentAt !== linkSentAt) return null;
  const { email } = application.data.personalDetails;
  const account = await findPersonByEmail(table, email);
  const accountStatus = applicantAccountStatus(account, application);
  if (accountStatus === 'confirmed') return null;
  const now = deps.now();
  const subject = `${application.integrationId} ${email.trim()}`;
  const { counted } = await countAttempt(table, mailsToAddress, subject, now.getTime());
  if (!counted) return null;
  if (accountStatus === 'deactivated') return { kind: 'closed', application, account };
  if (!canBeClaimed(account)) return { kind: 'question', application, account };
  const token = Buffer.from(deps.random(32)).toString('base64url');
  const createdAt = now.toISOString();
  const link = { ...newClaimLink(now), applicationId, email, createdAt };
  await transact(table, { link: newClaimLinkWrite(token, link) });
  return { kind: 'claim', application, account, token };
}

/**
 * The writes that request an email to the applicant, if the integration is within its daily limit. They are the same
 * whether or not the address has an account; the content is decided when the email is sent.
 */
export function claimLinkWrites(
  { id: applicationId, data }: Pick<StoredResidencyApplication, 'id' | 'data'>,
  { sent }: { readonly sent: boolean },
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): {
  readonly writes: { readonly claimMail: Write | undefined; readonly access: Write };
  /** The applicant's portal access after the change. */
  readonly access: ApplicantAccess;
} {
  const { email } = data.personalDetails;
  const access = { applicationId, email, linkSentAt: sent ? at : null, loggedInAt: null };
  const mail = { template: 'claim_link', applicationId, linkSentAt: at } as const;
  return {
    writes: {
      claimMail: sent ? mailWrite(newId(), at, mail) : undefined,
      access: newAccessWrite(access),
    },
    access,
  };
}

const mailsOfIntegration: Omit<AttemptLimit, 'max'> = {
  kind: 'claim_mail_of_integration',
  window: 86_400_000,
};

/** An email to an applicant, counted against its integration's daily limit. */
interface CountedMail {
  isWithinBudget(integration: Pick<StoredIntegration, 'claimMailsPerDay'> | null): boolean;
  /** Uncounts the email if none is sent. */
  takeBack(): Promise<void>;
}

/**
 * Counts an email to an applicant before it is known whether one is needed, which saves a round trip. Emails beyond the
 * limit are counted as well.
 */
export async function countClaimMail(
  integrationId: string,
  { table }: Pick<CoreDeps, 'table'>,
  now: Date,
): Promise<CountedMail> {
  const at = now.getTime();
  const count = await countEveryAttempt(table, mailsOfIntegration, integrationId, at);
  return {
    isWithinBudget: (integration) => count <= (integration?.claimMailsPerDay ?? claimMailsPerDay),
    takeBack: () => uncountAttempt(table, mailsOfIntegration, integrationId, at),
  };
}

/**
 * Whether an emailed link can claim the account of an address: it does not exist, or nobody has signed in to it.
 * Otherwise the holder uses the ordinary sign-in.
 */
function canBeClaimed(account: StoredPerson | null): boolean {
  return account === null || (account.status === 'active' && !account.emailVerified);
}
