import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed, unlistWrite } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, transact, type Write } from '../../kernel/db/transact.ts';
import { deliveryRetention } from '../../platform/db/deliveries.ts';
import { mailAddressStatus, type Suppression } from '../domain/mail-address.ts';
import { mailKinds } from '../domain/mail-kind.ts';

/**
 * How long an address is stored after its suppression was lifted, in seconds: longer than a report can be in queues
 * (four days, and fourteen as a dead letter), so that an old report does not suppress it again.
 */
const retentionSeconds = 2_592_000;

/** An address from which email bounced or whose owner complained. */
export const StoredMailAddress = z.object({
  id: z.string(),
  email: z.string(),
  bouncedAt: z.nullable(z.string()),
  bounceKind: z.nullable(z.enum(mailKinds)),
  /** SES's term for the cause. */
  bounceCause: z.nullable(z.string()),
  complainedAt: z.nullable(z.string()),
  complaintCause: z.nullable(z.string()),
  bounceLiftedAt: z.nullable(z.string()),
  complaintLiftedAt: z.nullable(z.string()),
  /** Since when any email is suppressed, which is its position on the list. */
  suppressedAt: z.nullable(z.string()),
  version: z.number(),
});
export type StoredMailAddress = z.output<typeof StoredMailAddress>;

/** The state of an address; null if unknown. */
export async function findMailAddress(
  table: Table,
  email: string,
): Promise<StoredMailAddress | null> {
  return parseFound(StoredMailAddress, await getItem(table, keys.mailAddress(email)));
}

/** A page of suppressed addresses, newest first. */
export async function readSuppressedAddresses(
  table: Table,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredMailAddress>> {
  const page = await readListed(table, 'mail_address', request);
  return { ...page, items: page.items.map((item) => parseStored(StoredMailAddress, item)) };
}

/** The writes must be in the same transaction. */
export interface MailAddressWrites {
  readonly address: Write;
  readonly listed: Write | undefined;
  readonly unlisted: Write | undefined;
}

/**
 * The writes that change an address from the state that was read (null: unknown) at the time `at`, with its entry on
 * the list of suppressed addresses, and the resulting address. Refused if it has changed since it was read.
 */
export function mailAddressWrites(
  before: StoredMailAddress | null,
  next: Omit<StoredMailAddress, 'suppressedAt' | 'version'>,
  at: string,
): { readonly stored: StoredMailAddress; readonly writes: MailAddressWrites } {
  const listed = before?.suppressedAt ?? null;
  const suppressedAt = isSuppressed(next) ? (listed ?? at) : null;
  const version = before?.version ?? 0;
  const key = keys.mailAddress(next.email);
  const stored = { ...next, suppressedAt, version };
  const ttl = Math.ceil(Date.parse(at) / 1000) + retentionSeconds;
  const item = { ...key, ...stored, ...(suppressedAt === null && { ttl }) };
  return {
    stored,
    writes: {
      address: before === null ? create(item) : replace(item),
      listed:
        listed === null && suppressedAt !== null
          ? listWrite('mail_address', suppressedAt, next.id, key)
          : undefined,
      unlisted:
        listed !== null && suppressedAt === null
          ? unlistWrite('mail_address', listed, next.id)
          : undefined,
    },
  };
}

function isSuppressed(address: Suppression): boolean {
  return mailAddressStatus(address) !== 'open';
}

/** Whether the event's email was sent to the recipient. `recipient` identifies them within the event. */
export async function wasEmailSent(
  table: Table,
  eventId: string,
  recipient: string,
): Promise<boolean> {
  return (await getItem(table, keys.sentEmail(eventId, recipient))) !== undefined;
}

/** Records that the email was sent to the recipient, so that a repeated delivery skips them. */
export async function recordSentEmail(
  table: Table,
  eventId: string,
  recipient: string,
  at: string,
): Promise<void> {
  const ttl = Math.ceil(Date.parse(at) / 1000) + deliveryRetention;
  await transact(table, { sentEmail: put({ ...keys.sentEmail(eventId, recipient), at, ttl }) });
}
