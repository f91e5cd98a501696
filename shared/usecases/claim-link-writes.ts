import { type ApplicantAccess, linkSentWrite } from '../db/applicant-access.ts';
import { eventWrite } from '../db/outbox.ts';
import type { StoredPerson } from '../db/people.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import type { Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { canBeClaimed } from './claimable-account.ts';

/**
 * The writes by which the applicant's address gets a link that claims its account; none where somebody
 * uses the account already. The link itself is made when the mail is.
 */
export function claimLinkWrites(
  { id: applicationId, data }: Pick<StoredResidencyApplication, 'id' | 'data'>,
  account: StoredPerson | null,
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): {
  readonly writes: { readonly claimMail: Write | undefined; readonly access: Write | undefined };
  /** What is known of the applicant's account from now on; undefined: as it was. */
  readonly access: ApplicantAccess | undefined;
} {
  if (!canBeClaimed(account)) {
    return { writes: { claimMail: undefined, access: undefined }, access: undefined };
  }
  const { email } = data.personalDetails;
  const mail = { template: 'claim_link', applicationId, linkSentAt: at } as const;
  return {
    writes: {
      claimMail: eventWrite(newId(), at, { type: 'mail.wanted', mail }),
      access: linkSentWrite({ applicationId, email }, at),
    },
    access: { applicationId, email, linkSentAt: at, loggedInAt: null },
  };
}
