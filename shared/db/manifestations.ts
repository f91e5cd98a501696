import * as z from 'zod/mini';
import { acceptableAgreements } from '../domain/manifestation.ts';
import { keys } from './keys.ts';
import { parseFound } from './stored.ts';
import { getItem, type Table } from './table.ts';
import { create, replace, type Write } from './transact.ts';

export const StoredManifestation = z.object({
  active: z.boolean(),
  signedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  acceptedAgreements: z.readonly(z.array(z.enum(acceptableAgreements))),
  version: z.int(),
});
export type StoredManifestation = z.output<typeof StoredManifestation>;

/** The person's Manifestation of Will, active or revoked; null when none was ever signed. */
export async function findManifestation(
  table: Table,
  personId: string,
): Promise<StoredManifestation | null> {
  return parseFound(StoredManifestation, await getItem(table, keys.manifestation(personId)));
}

/**
 * The write that stores the will's next state, unless somebody wrote it since it was read. `version` is
 * still the one that was read; 0: there was none.
 */
export function manifestationWrite(personId: string, will: StoredManifestation): Write {
  const item = { ...keys.manifestation(personId), ...will };
  return will.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/** The check that the person's will is in force. */
export function manifestationCheck(personId: string): Write {
  return {
    check: {
      Key: keys.manifestation(personId),
      ConditionExpression: 'active = :true',
      ExpressionAttributeValues: { ':true': true },
    },
  };
}
