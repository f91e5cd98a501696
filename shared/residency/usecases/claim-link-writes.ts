import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { type ApplicantAccess, newAccessWrite } from '../db/applicant-access.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';

/**
 * The writes by which the applicant's address is written to about the application, where the integration may
 * still cause a mail today. They are the same whether or not the address has an account: what the mail says is
 * decided when it is sent.
 */
export function claimLinkWrites(
  { id: applicationId, data }: Pick<StoredResidencyApplication, 'id' | 'data'>,
  { sent }: { readonly sent: boolean },
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): {
  readonly writes: { readonly claimMail: Write | undefined; readonly access: Write };
  /** What is known of the applicant's way into the portal from now on. */
  readonly access: ApplicantAccess;
} {
  const { email } = data.personalDetails;
  const access = { applicationId, email, linkSentAt: sent ? at : null, loggedInAt: null };
  const mail = { template: 'claim_link', applicationId, linkSentAt: at } as const;
  return {
    writes: {
      claimMail: sent ? eventWrite(newId(), at, { type: 'mail.wanted', mail }) : undefined,
      access: newAccessWrite(access),
    },
    access,
  };
}
