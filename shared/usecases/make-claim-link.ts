import { findApplicantAccess } from '../db/applicant-access.ts';
import { type AttemptLimit, countAttempt } from '../db/attempt-counters.ts';
import { newClaimLinkWrite } from '../db/claim-links.ts';
import { findPersonByEmail } from '../db/people.ts';
import { findResidencyApplication } from '../db/residency-applications.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { newClaimLink } from '../domain/claim-link.ts';
import { canBeClaimed } from './claimable-account.ts';

/** In a UTC day: partners choose the address, so that nobody's is to be flooded. */
const linksOfAddress: AttemptLimit = { kind: 'claim_link', most: 10, window: 86_400_000 };

export interface WantedLink {
  readonly applicationId: string;
  /** When the partner gave the address that it is for. */
  readonly linkSentAt: string;
}

/**
 * Makes the link with which an applicant claims their account, for the mail that is about to be sent; only
 * the digest of its token is stored. A repeat makes another one, and either works once.
 *
 * Null where there is nothing to claim: the address is that of an account whose holder has shown that they
 * read its mail, or of a deactivated one; or the application was rejected, or has been given another address
 * since, which gets a mail of its own; or the address has been sent ten links that day.
 */
export async function makeClaimLink(
  { applicationId, linkSentAt }: WantedLink,
  deps: CoreDeps,
): Promise<{
  readonly token: string;
  readonly email: string;
  readonly integrationId: string;
} | null> {
  const { table } = deps;
  const [application, accesses] = await Promise.all([
    findResidencyApplication(table, applicationId),
    findApplicantAccess(table, [applicationId]),
  ]);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  if (application.statusId === 'Rejected') return null;
  if (accesses.get(applicationId)?.linkSentAt !== linkSentAt) return null;
  const { email } = application.data.personalDetails;
  if (!canBeClaimed(await findPersonByEmail(table, email))) return null;
  const now = deps.now();
  const { counted } = await countAttempt(table, linksOfAddress, email, now.getTime());
  if (!counted) return null;
  const token = Buffer.from(deps.random(32)).toString('base64url');
  const createdAt = now.toISOString();
  const link = { ...newClaimLink(now), applicationId, email, createdAt };
  await transact(table, { link: newClaimLinkWrite(token, link) });
  return { token, email, integrationId: application.integrationId };
}
