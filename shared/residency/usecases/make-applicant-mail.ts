import { type AttemptLimit, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { findApplicantAccess } from '../db/applicant-access.ts';
import { newClaimLinkWrite } from '../db/claim-links.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { accountStanding } from '../domain/account-holder.ts';
import { newClaimLink } from '../domain/claim-link.ts';
import { canBeClaimed } from './claimable-account.ts';

/**
 * In a UTC day: partners choose the address, and must not be able to flood anybody's. Each integration has its
 * own limit, or one could use up the mails of another, and learn of them.
 */
const mailsToAddress: AttemptLimit = { kind: 'claim_link', max: 10, window: 86_400_000 };

export interface WantedLink {
  readonly applicationId: string;
  /** When the partner gave the address that it is for. */
  readonly linkSentAt: string;
}

/** What an applicant is written, by what stands behind their address when the mail is made. */
export type ApplicantMail = {
  readonly application: StoredResidencyApplication;
  readonly account: StoredPerson | null;
} & (
  | { readonly kind: 'claim'; readonly token: string }
  /** The account is in use: its holder is asked whether the application is theirs. */
  | { readonly kind: 'question' }
  /** The account is deactivated. */
  | { readonly kind: 'closed' }
);

/**
 * Decides what the mail says that is about to be sent to an applicant, and makes the link with which they claim
 * their account if that is what it is about; only the digest of its token is stored. A repeat makes another one,
 * and either works once.
 *
 * Null where there is nothing to say: the application was rejected, or has been given another address since,
 * which gets a mail of its own; the account's holder has confirmed already; or the integration has had ten mails
 * sent to the address that day.
 */
export async function makeApplicantMail(
  { applicationId, linkSentAt }: WantedLink,
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
  const standing = accountStanding(account, application);
  if (standing === 'confirmed') return null;
  const now = deps.now();
  const subject = `${application.integrationId} ${email.trim()}`;
  const { counted } = await countAttempt(table, mailsToAddress, subject, now.getTime());
  if (!counted) return null;
  if (standing === 'deactivated') return { kind: 'closed', application, account };
  if (!canBeClaimed(account)) return { kind: 'question', application, account };
  const token = Buffer.from(deps.random(32)).toString('base64url');
  const createdAt = now.toISOString();
  const link = { ...newClaimLink(now), applicationId, email, createdAt };
  await transact(table, { link: newClaimLinkWrite(token, link) });
  return { kind: 'claim', application, account, token };
}
