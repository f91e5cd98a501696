import * as z from 'zod/mini';
import { digest } from '../../kernel/db/key-parts.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored, termAfterUse } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { proofFields, proofState } from '../domain/proof.ts';

/** A proof as its code finds it. */
export const StoredProof = z.object({
  id: z.string(),
  personId: z.string(),
  fields: z.readonly(z.array(z.enum(proofFields))),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.nullable(z.string()),
});
export type StoredProof = z.output<typeof StoredProof>;

/** The same proof as its holder lists it. */
export const OwnedProof = z.object({
  ...StoredProof.shape,
  /** The random text from which the code is derived with the service's secret. */
  nonce: z.string(),
  /** The digest of the code. */
  reference: z.string(),
});
export type OwnedProof = z.output<typeof OwnedProof>;

const ownedPrefix = 'PROOF#';

/** A proof's reference: it does not reveal the code to readers of the table. */
export function proofReference(code: string): string {
  return digest(code);
}

/**
 * The proof with the code, also if it has expired or was revoked; strongly consistent, so a
 * revocation takes effect immediately.
 */
export async function findProof(table: Table, code: string): Promise<StoredProof | null> {
  return parseFound(StoredProof, await getItem(table, keys.holderProof(proofReference(code))));
}

/**
 * A person's newest 50 proofs, newest first, and of the older ones those that are valid at an
 * instant.
 */
export async function listProofs(
  table: Table,
  personId: string,
  now: string,
): Promise<readonly OwnedProof[]> {
  const place = { value: partitions.person(personId), prefix: ownedPrefix };
  const { items, next } = await readPage(table, place, { limit: 50 });
  const newest = items.map((item) => parseStored(OwnedProof, item));
  if (next === null) return newest;
  const shown = new Set(newest.map(({ id }) => id));
  const all = (await readAll(table, place)).map((item) => parseStored(OwnedProof, item));
  const good = all.filter((proof) => !shown.has(proof.id) && proofState(proof, now) === 'good');
  return [...newest, ...good.toReversed()];
}

/** One of the person's proofs; null if they have none with this id. */
export async function findOwnedProof(
  table: Table,
  personId: string,
  id: string,
): Promise<OwnedProof | null> {
  const { items } = await readPage(
    table,
    { value: partitions.person(personId), prefix: ownedPrefix },
    { limit: 1, keep: (item) => item['id'] === id },
  );
  return parseFound(OwnedProof, items[0]);
}

/** The writes that store a new proof. Both items are stored until 90 days after it expires. */
export function newProofWrites({ nonce, reference, ...proof }: OwnedProof): {
  readonly proof: Write;
  readonly ownedProof: Write;
} {
  const ttl = termAfterUse(proof.expiresAt);
  const { personId, createdAt, id } = proof;
  return {
    proof: create({ ...keys.holderProof(reference), ...proof, ttl }),
    ownedProof: create({
      ...keys.ownedProof(personId, createdAt, id),
      ...proof,
      nonce,
      reference,
      ttl,
    }),
  };
}

/** The writes that revoke a proof. Refused if it is already revoked. */
export function revokeProofWrites(
  { personId, createdAt, id, reference }: OwnedProof,
  revokedAt: string,
): { readonly proof: Write; readonly ownedProof: Write } {
  const revocation = {
    UpdateExpression: 'SET revokedAt = :at',
    ConditionExpression: 'attribute_exists(pk) AND revokedAt = :none',
    ExpressionAttributeValues: { ':at': revokedAt, ':none': null },
  };
  return {
    proof: { update: { Key: keys.holderProof(reference), ...revocation } },
    ownedProof: { update: { Key: keys.ownedProof(personId, createdAt, id), ...revocation } },
  };
}

/** The check that a proof is valid at an instant. */
export function goodProofCheck(code: string, now: string): Write {
  return {
    check: {
      Key: keys.holderProof(proofReference(code)),
      ConditionExpression: 'revokedAt = :none AND expiresAt > :now',
      ExpressionAttributeValues: { ':none': null, ':now': now },
    },
  };
}
