import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { credentialKinds } from '../domain/credential.ts';
import { maxWrongTxCodes } from '../domain/offer.ts';

/** An offer is kept for a day after its end, in seconds. */
const retentionSeconds = 86_400;

/** An offer to a wallet; see shared/credentials/domain/offer.ts. Neither of its codes is stored. */
export const StoredOffer = z.object({
  /** Digest of the code. */
  reference: z.string(),
  personId: z.string(),
  kind: z.enum(credentialKinds),
  legalEntityId: z.nullable(z.string()),
  /** Digest of both codes: the one alone, which is short, can't be found by it. */
  txCodeHash: z.string(),
  wrongCodes: z.int(),
  credentialEpoch: z.int(),
  /** What the redemption gives. */
  grantId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  redeemedAt: z.nullable(z.string()),
});
export type StoredOffer = z.output<typeof StoredOffer>;

/** What stands for a code wherever the code itself must not be. */
export function offerReference(code: string): string {
  return hashOf(code);
}

/** What is stored of a transaction code. */
export function txCodeHash(code: string, txCode: string): string {
  return hashOf(`${code} ${txCode}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The offer with the code, however it stands; null when there is none. Strongly consistent. */
export async function findOffer(table: Table, code: string): Promise<StoredOffer | null> {
  return findOfferByReference(table, offerReference(code));
}

/** The same by its reference. */
export async function findOfferByReference(
  table: Table,
  reference: string,
): Promise<StoredOffer | null> {
  return parseFound(StoredOffer, await getItem(table, keys.credentialOffer(reference)));
}

/** The write that stores a new offer. */
export function newOfferWrite(offer: StoredOffer): Write {
  const ttl = Math.ceil(Date.parse(offer.expiresAt) / 1000) + retentionSeconds;
  return create({ ...keys.credentialOffer(offer.reference), ...offer, ttl });
}

const open = 'redeemedAt = :none AND wrongCodes < :most';

/** The write that redeems an offer. Refused when it was redeemed before, or closed. */
export function redeemOfferWrite(reference: string, at: string): Write {
  return {
    update: {
      Key: keys.credentialOffer(reference),
      UpdateExpression: 'SET redeemedAt = :at',
      ConditionExpression: open,
      ExpressionAttributeValues: { ':at': at, ':none': null, ':most': maxWrongTxCodes },
    },
  };
}

/** Counts a wrong transaction code, as long as the offer is open: of many at once no more count than close it. */
export async function countWrongTxCode(table: Table, reference: string): Promise<void> {
  await updateItem(table, {
    Key: keys.credentialOffer(reference),
    UpdateExpression: 'ADD wrongCodes :one',
    ConditionExpression: open,
    ExpressionAttributeValues: { ':one': 1, ':none': null, ':most': maxWrongTxCodes },
  });
}
