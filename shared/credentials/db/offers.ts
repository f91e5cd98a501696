import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { credentialKinds } from '../domain/credential.ts';
import { maxTries } from '../domain/offer.ts';

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
  /** How many transaction codes were entered, the right one included. */
  tries: z.int(),
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

/** The write that stores a new offer. */
export function newOfferWrite(offer: StoredOffer): Write {
  const ttl = Math.ceil(Date.parse(offer.expiresAt) / 1000) + retentionSeconds;
  return create({ ...keys.credentialOffer(offer.reference), ...offer, ttl });
}

/**
 * Takes one of the tries of the offer with this code, before the transaction code is looked at: of many at once no more are let through
 * than there are. Answers the offer; null where there is none, or it was redeemed, is over, or has no try left.
 */
export async function takeTry(table: Table, code: string, at: string): Promise<StoredOffer | null> {
  const outcome = await updateItem(table, {
    Key: keys.credentialOffer(offerReference(code)),
    UpdateExpression: 'ADD tries :one',
    ConditionExpression: 'redeemedAt = :none AND expiresAt > :at AND tries < :most',
    ExpressionAttributeValues: { ':one': 1, ':none': null, ':at': at, ':most': maxTries },
  });
  return outcome.kind === 'written' ? parseStored(StoredOffer, outcome.item) : null;
}

/** The write that redeems an offer. Refused when it was redeemed before. */
export function redeemOfferWrite(reference: string, at: string): Write {
  return {
    update: {
      Key: keys.credentialOffer(reference),
      UpdateExpression: 'SET redeemedAt = :at',
      ConditionExpression: 'redeemedAt = :none',
      ExpressionAttributeValues: { ':at': at, ':none': null },
    },
  };
}
