import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { ownedItems } from '../../kernel/db/owned.ts';
import { StoredAddress, termAfterUse } from '../../kernel/db/stored.ts';
import { StoredShownText } from '../../kernel/db/stored-parts.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, put, type Write, type Writes } from '../../kernel/db/transact.ts';
import { storedDecidedFiling } from '../../reviews/db/reviews.ts';
import { applicationOrigins, applicationStatuses } from '../domain/application.ts';

/**
 * The stored layout (spec 2.6). The schema restores the order of fields in answers, which the table does not preserve.
 */
const StoredApplicationData = z.looseObject({
  createdViaAPI: z.boolean(),
  residencyType: z.string(),
  entityDetails: z.looseObject({
    name: z.string(),
    extension: z.string(),
    entityType: z.string(),
    jurisdictionOfFormation: z.string(),
    nameStartsWithExtension: z.boolean(),
    residentEmail: z.string(),
    principalOffice: StoredAddress,
    representatives: z.array(z.object({ residentPermitNumber: z.nullable(z.string()) })),
    registeredAgentProvider: z.nullable(z.string()),
    registeredAgentDetails: z.nullable(
      z.object({
        attn: z.string(),
        residentPermitNumber: z.string(),
        officeAddress: StoredAddress,
        mailingAddress: StoredAddress,
      }),
    ),
  }),
  analytics: z.optional(z.record(z.string(), z.string())),
});

/** A legal-entity application as stored. */
export const StoredApplication = z.object({
  id: z.string(),
  ownerId: z.string(),
  /** The Agent Key that created it; null for a Standard Key or an operator. */
  agentKeyId: z.nullable(z.string()),
  createdViaAPI: z.boolean(),
  createdWith: z.enum(applicationOrigins),
  statusId: z.enum(applicationStatuses),
  applicationVersion: z.string(),
  /** The stored layout, as returned. The rules use the fields below instead. */
  applicationData: StoredApplicationData,
  optionId: z.literal('llc'),
  name: z.string(),
  extension: z.string(),
  agreement: z.nullable(
    z.object({
      method: z.enum(['signature', 'manifestation_of_will']),
      signerName: z.nullable(z.string()),
      signerId: z.optional(z.string()),
      acceptedAt: z.optional(z.string()),
      signedAt: z.string(),
      agreementVersion: z.string(),
      agreementSha256: z.string(),
      shown: StoredShownText,
    }),
  ),
  signatureVoidedAt: z.optional(z.string()),
  /** Part of the signature link, with which anyone can sign. Null if the application is not signed with a link. */
  signatureToken: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
  /** Assigned when the application is created. The invoice itself is created at the first payment attempt. */
  invoiceId: z.string(),
  paidAt: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  ...storedDecidedFiling,
  legalEntityId: z.nullable(z.string()),
  /** The creator's own reference. */
  ownReference: z.optional(z.string()),
  createdAt: z.string(),
  version: z.int(),
});
export type StoredApplication = z.output<typeof StoredApplication>;

const owned = ownedItems(StoredApplication, 'legal_entity_application');

/** The owner's application; null if it does not exist or belongs to someone else. */
export const findApplication = owned.find;

/** An application of any owner, for operators, workflows and signers. Two round trips. */
export const findAnyApplication = owned.findAny;

/** All applications of an owner, newest first. */
export const listApplications = owned.list;

/** A page of everyone's applications, newest first, for operators. */
export const pageOfApplications = owned.page;

/** The item of an application, with its list entries. */
export const applicationItem = owned.stored;

/** The write that stores an application's next state. Refused if the application has changed since it was read. */
export const applicationWrite = owned.write;

/**
 * The writes that remove an application and its references. Refused if the application has changed since it was read.
 */
export function removedApplicationWrites({
  id,
  ownerId,
  signatureToken,
  version,
}: StoredApplication) {
  return {
    subject: {
      remove: {
        Key: keys.application(ownerId, id),
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':read': version },
      },
    },
    pointer: { remove: { Key: keys.applicationOwner(id) } },
    ...(signatureToken !== null && { signatureLink: removedSignatureLinkWrite(signatureToken) }),
  } as const satisfies Writes;
}

/** The write that invalidates a signature link. */
export function removedSignatureLinkWrite(token: string): Write {
  return { remove: { Key: keys.signatureLink(token) } };
}

/** The application behind a signature link; null for an unknown or replaced token. */
export async function findApplicationToSign(
  table: Table,
  token: string,
): Promise<StoredApplication | null> {
  const link = await getItem(table, keys.signatureLink(token));
  if (link === undefined) return null;
  const { ownerId, applicationId } = link;
  const application = await findApplication(table, String(ownerId), String(applicationId));
  // The link may have been replaced between the two reads.
  return application?.signatureToken === token ? application : null;
}

/** The writes that store a new application and its references. */
export function newApplicationWrites(application: StoredApplication): {
  readonly application: Write;
  readonly owner: Write;
  readonly signatureLink: Write | undefined;
} {
  const { id, ownerId, signatureToken } = application;
  const { item, pointer } = owned.create(application);
  return {
    application: item,
    owner: pointer,
    signatureLink:
      signatureToken === null
        ? undefined
        : create({ ...keys.signatureLink(signatureToken), ownerId, applicationId: id }),
  };
}

/** The write that sets the expiry of a signed application's link; undefined if it has no link. */
export function usedSignatureLinkWrite(
  { id, ownerId, signatureToken }: StoredApplication,
  at: string,
): Write | undefined {
  if (signatureToken === null) return undefined;
  const link = { ...keys.signatureLink(signatureToken), ownerId, applicationId: id };
  return put({ ...link, ttl: termAfterUse(at) });
}

/**
 * The write that removes the expiry of the link of an application that must be signed again; undefined if it has no
 * link.
 */
export function unusedSignatureLinkWrite({
  id,
  ownerId,
  signatureToken,
}: StoredApplication): Write | undefined {
  if (signatureToken === null) return undefined;
  return put({ ...keys.signatureLink(signatureToken), ownerId, applicationId: id });
}
