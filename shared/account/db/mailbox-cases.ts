import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed, unlistWrite } from '../../kernel/db/listed-kinds.ts';
import { type Page, type PageBounds, readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write, type Writes } from '../../kernel/db/transact.ts';
import {
  evidenceKinds,
  isEnded,
  mailboxCaseStatuses,
  refusalReasons,
} from '../domain/mailbox-case.ts';

/** A case of a lost mailbox, with the two addresses. */
export const StoredMailboxCase = z.object({
  id: z.string(),
  personId: z.string(),
  /** The account's address when the case was opened, and the new one. */
  from: z.string(),
  to: z.string(),
  status: z.enum(mailboxCaseStatuses),
  openedAt: z.string(),
  openedBy: z.nullable(z.string()),
  /** How many files there are. */
  evidence: z.int(),
  approvals: z.readonly(z.array(z.object({ by: z.string(), at: z.string() }))),
  provenAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  reason: z.nullable(z.enum(refusalReasons)),
  version: z.int(),
});
export type StoredMailboxCase = z.output<typeof StoredMailboxCase>;

/** A file of evidence for a person's identity. */
export const StoredMailboxEvidence = z.object({
  id: z.string(),
  caseId: z.string(),
  personId: z.string(),
  kind: z.enum(evidenceKinds),
  objectKey: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** The staff member. */
  addedBy: z.string(),
  addedAt: z.string(),
  /** The staff members who have opened it. */
  openedBy: z.optional(z.array(z.string())),
});
export type StoredMailboxEvidence = z.output<typeof StoredMailboxEvidence>;

/**
 * The purpose of an emailed link: in the previous mailbox it stops the case; in the new one it
 * confirms the address.
 */
const mailboxLinkPurposes = ['stop', 'prove'] as const;
export type MailboxLinkPurpose = (typeof mailboxLinkPurposes)[number];

/** An emailed link; its token is not stored. */
const StoredMailboxLink = z.object({
  caseId: z.string(),
  personId: z.string(),
  purpose: z.enum(mailboxLinkPurposes),
  createdAt: z.string(),
});
export type StoredMailboxLink = z.output<typeof StoredMailboxLink>;

/** How long a link is stored, in seconds: half a year, longer than any case should take. */
const linkRetention = 15_552_000;

/** Null if there is none. */
export async function findMailboxCase(table: Table, id: string): Promise<StoredMailboxCase | null> {
  return parseFound(StoredMailboxCase, await getItem(table, keys.mailboxCase(id)));
}

/** The link with this token and purpose; null if there is none. */
export async function findMailboxLink(
  table: Table,
  token: string,
  purpose: MailboxLinkPurpose,
): Promise<StoredMailboxLink | null> {
  const found = parseFound(StoredMailboxLink, await getItem(table, keys.mailboxLink(token)));
  return found?.purpose === purpose ? found : null;
}

/** Stores an emailed link under the digest of its token; refused if the token exists. */
export function newMailboxLinkWrite(
  token: string,
  { id: caseId, personId }: Pick<StoredMailboxCase, 'id' | 'personId'>,
  purpose: MailboxLinkPurpose,
  createdAt: string,
): Write {
  const ttl = Math.ceil(Date.parse(createdAt) / 1000) + linkRetention;
  return create({ ...keys.mailboxLink(token), caseId, personId, purpose, createdAt, ttl });
}

/**
 * The writes that store a new case, with the lists of all cases, of open ones, and of its person.
 */
export function newMailboxCaseWrites(opened: StoredMailboxCase): Writes<never> {
  const { id, personId, openedAt } = opened;
  const key = keys.mailboxCase(id);
  return {
    case: create({ ...key, ...opened }),
    listed: listWrite('mailbox_case', openedAt, id, key),
    running: listWrite('mailbox_case#running', openedAt, id, key),
    ofPerson: listWrite(`mailbox_case#of#${personId}`, openedAt, id, key),
  };
}

/** The writes of a changed case, refused if it has changed since it was read. */
export function mailboxCaseWrites(next: StoredMailboxCase): Writes<never> {
  const { id, openedAt, status } = next;
  return {
    case: replace({ ...keys.mailboxCase(id), ...next }),
    running: isEnded(status) ? unlistWrite('mailbox_case#running', openedAt, id) : undefined,
  };
}

/** The write that stores a file of evidence. */
export function newEvidenceWrite(evidence: StoredMailboxEvidence): Write {
  return create({ ...keys.mailboxEvidence(evidence.caseId, evidence.id), ...evidence });
}

/**
 * The write that records that a staff member opened a file; refused if that is already recorded.
 */
export function openedEvidenceWrite(
  { caseId, id }: Pick<StoredMailboxEvidence, 'caseId' | 'id'>,
  personId: string,
): Write {
  return {
    update: {
      Key: keys.mailboxEvidence(caseId, id),
      UpdateExpression: 'SET openedBy = list_append(if_not_exists(openedBy, :nobody), :one)',
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(openedBy) OR NOT contains(openedBy, :by))',
      ExpressionAttributeValues: { ':nobody': [], ':one': [personId], ':by': personId },
    },
  };
}

/** The files of a case, oldest first. */
export async function readMailboxEvidence(
  table: Table,
  caseId: string,
): Promise<readonly StoredMailboxEvidence[]> {
  const { pk, sk: prefix } = keys.mailboxEvidence(caseId, '');
  const items = await readAll(table, { value: pk, prefix });
  return items
    .map((item) => parseStored(StoredMailboxEvidence, item))
    .toSorted((one, other) => (one.addedAt < other.addedAt ? -1 : 1));
}

/** One file of a case; null when it has no such file. */
export async function findMailboxEvidence(
  table: Table,
  caseId: string,
  id: string,
): Promise<StoredMailboxEvidence | null> {
  return parseFound(StoredMailboxEvidence, await getItem(table, keys.mailboxEvidence(caseId, id)));
}

/** The newest cases about one account, newest first. */
export async function readCasesOfPerson(
  table: Table,
  personId: string,
  limit: number,
): Promise<readonly StoredMailboxCase[]> {
  const { items } = await readListed(table, `mailbox_case#of#${personId}`, { limit });
  return items.map((item) => parseStored(StoredMailboxCase, item));
}

/** A page of all cases, or of open ones, newest first. */
export async function readMailboxCases(
  table: Table,
  which: 'all' | 'running',
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredMailboxCase>> {
  const list = which === 'all' ? 'mailbox_case' : 'mailbox_case#running';
  const page = await readListed(table, list, request);
  return { ...page, items: page.items.map((item) => parseStored(StoredMailboxCase, item)) };
}
