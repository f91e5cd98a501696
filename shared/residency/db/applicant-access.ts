import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, put, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';

/**
 * The applicant's access to the portal: link sent, signed in. Stored separately from the application, so that sign-ins
 * and changes of the application do not conflict.
 */
export const ApplicantAccess = z.object({
  applicationId: z.string(),
  /** The address that this record is about; the application's address may have changed since. */
  email: z.string(),
  linkSentAt: z.nullable(z.string()),
  /** The last sign-in of the person who claimed the account or confirmed the application; null before the first. */
  loggedInAt: z.nullable(z.string()),
});
export type ApplicantAccess = z.output<typeof ApplicantAccess>;
type Applicant = Pick<ApplicantAccess, 'applicationId' | 'email'>;

/** The portal access of the applicants of up to 100 applications, by application id. One round trip. */
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

/** The write that starts the record for an application's new address and replaces that of a previous address. */
export function newAccessWrite(access: ApplicantAccess): Write {
  return put({ ...keys.applicantAccess(access.applicationId), ...access });
}

/** The write of the claim or the holder's confirmation, which counts as the first sign-in. */
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

/** Records a later sign-in, unless the application's address has changed since. */
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

/** How long a link is stored after it expires, in seconds (one day). */
const retentionSeconds = 86_400;

/** An emailed link with which an applicant claims the account of this address. The token itself is not stored. */
const StoredClaimLink = z.object({
  applicationId: z.string(),
  /** The recipient's address. */
  email: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
});
type StoredClaimLink = z.output<typeof StoredClaimLink>;

/** The link with this token; null if unknown. */
export async function findClaimLink(table: Table, token: string): Promise<StoredClaimLink | null> {
  return parseFound(StoredClaimLink, await getItem(table, keys.claimLink(token)));
}

/** Stores an emailed link under the digest of its token; refused if the token exists. */
export function newClaimLinkWrite(token: string, link: StoredClaimLink): Write {
  return create({
    ...keys.claimLink(token),
    ...link,
    ttl: Math.ceil(Date.parse(link.expiresAt) / 1000) + retentionSeconds,
  });
}

/** The write that redeems a link; refused if it was redeemed before or has expired. */
export function useClaimLinkWrite(token: string, at: string): Write {
  return {
    update: {
      Key: keys.claimLink(token),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression: 'usedAt = :none AND expiresAt > :at',
      ExpressionAttributeValues: { ':at': at, ':none': null },
    },
  };
}
