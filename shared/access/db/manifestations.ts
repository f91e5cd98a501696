import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { StoredShownText } from '../../kernel/db/stored-parts.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { acceptableAgreements } from '../domain/manifestation.ts';

const StoredConsent = z.object({
  version: z.string(),
  sha256: z.string(),
  signerName: z.nullable(z.string()),
  signer: z.object({ kind: z.enum(['person', 'operator']), id: z.nullable(z.string()) }),
  givenAt: z.string(),
  shown: StoredShownText,
});

export const StoredManifestation = z.object({
  active: z.boolean(),
  signedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  acceptedAgreements: z.readonly(z.array(z.enum(acceptableAgreements))),
  text: z.nullable(StoredConsent),
  acceptances: z.object({
    'e-Resident': z.optional(StoredConsent),
    Resident: z.optional(StoredConsent),
  }),
  version: z.int(),
});
export type StoredManifestation = z.output<typeof StoredManifestation>;

/** The person's Manifestation of Will, active or revoked; null if none was ever signed. */
export async function findManifestation(
  table: Table,
  personId: string,
): Promise<StoredManifestation | null> {
  return parseFound(StoredManifestation, await getItem(table, keys.manifestation(personId)));
}

/**
 * The write that stores the will's next state, unless it has changed since it was read. `version`
 * is the one that was read; 0 if there was none.
 */
export function manifestationWrite(personId: string, will: StoredManifestation): Write {
  const item = { ...keys.manifestation(personId), ...will };
  return will.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/** The check that the person's will is active. */
export function manifestationCheck(personId: string): Write {
  return {
    check: {
      Key: keys.manifestation(personId),
      ConditionExpression: 'active = :true',
      ExpressionAttributeValues: { ':true': true },
    },
  };
}

/** The check that the person's will has not changed since it was read. */
export function sameManifestation(personId: string, { version }: StoredManifestation): Write {
  return {
    check: {
      Key: keys.manifestation(personId),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
