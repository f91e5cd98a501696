import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

/**
 * How far the applicant of a residency application has come into the portal. It is stored apart from the
 * application: a sign-in does not change that, and a change of it at the same moment undoes no sign-in.
 */
export const ApplicantAccess = z.object({
  applicationId: z.string(),
  /** The address that all of this is about; the application may have another one now. */
  email: z.string(),
  linkSentAt: z.nullable(z.string()),
  /** The last sign-in of whoever claimed the account, or confirmed the application; null until they have. */
  loggedInAt: z.nullable(z.string()),
});
export type ApplicantAccess = z.output<typeof ApplicantAccess>;
type Applicant = Pick<ApplicantAccess, 'applicationId' | 'email'>;

/** The access of the applicants of up to 100 applications, by the applications' ids. One round trip. */
export async function findApplicantAccess(
  table: Table,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, ApplicantAccess>> {
  if (applicationIds.length === 0) return new Map();
  const items = await getItems(table, applicationIds.map(keys.applicantAccess));
  return new Map(
    items
      .filter((item) => item !== undefined)
      .map((item) => parseStored(ApplicantAccess, item))
      .map((access) => [access.applicationId, access]),
  );
}

/** The write of what is known as soon as an application has this address; nothing of an earlier one is left. */
export function newAccessWrite(access: ApplicantAccess): Write {
  return put({ ...keys.applicantAccess(access.applicationId), ...access });
}

/** The write of the claim, or of the holder's word on this application, which counts as the first sign-in. */
export function claimedWrite({ applicationId, email }: Applicant, at: string): Write {
  return {
    update: {
      Key: keys.applicantAccess(applicationId),
      UpdateExpression:
        'SET applicationId = :id, email = :email, loggedInAt = :at, linkSentAt = if_not_exists(linkSentAt, :none)',
      ExpressionAttributeValues: {
        ':id': applicationId,
        ':email': email,
        ':at': at,
        ':none': null,
      },
    },
  };
}

/** Notes a later sign-in, unless the application has gone to another address since. */
export async function recordLogin(
  table: Table,
  { applicationId, email }: Applicant,
  at: string,
): Promise<void> {
  await updateItem(table, {
    Key: keys.applicantAccess(applicationId),
    UpdateExpression: 'SET loggedInAt = :at',
    ConditionExpression: 'email = :email',
    ExpressionAttributeValues: { ':at': at, ':email': email },
  });
}
