import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { StoredShownWords } from '../../kernel/db/stored-shown-words.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import {
  acceptableAgreements,
  type ConsentToWording,
  type Manifestation,
} from '../domain/manifestation.ts';

const StoredConsent = z.object({
  version: z.string(),
  sha256: z.string(),
  signerName: z.nullable(z.string()),
  signer: z.nullable(
    z.object({ kind: z.enum(['person', 'operator']), id: z.nullable(z.string()) }),
  ),
  givenAt: z.string(),
  shown: StoredShownWords,
});

const Item = z.object({
  active: z.boolean(),
  signedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  acceptedAgreements: z.readonly(z.array(z.enum(acceptableAgreements))),
  /** The two are absent from the items of version 0.1.0. */
  text: z.optional(z.nullable(StoredConsent)),
  acceptances: z.optional(
    z.object({
      'e-Resident': z.optional(StoredConsent),
      Resident: z.optional(StoredConsent),
    }),
  ),
  version: z.int(),
});

export type StoredManifestation = Manifestation & { readonly version: number };

export const StoredManifestation = z.pipe(
  Item,
  z.transform(
    ({ text, acceptances, ...item }: z.output<typeof Item>): StoredManifestation => ({
      ...item,
      text: text === undefined ? given(firstManifestation, item.signedAt) : text,
      acceptances:
        acceptances ??
        Object.fromEntries(
          item.acceptedAgreements.flatMap((type) => {
            const consent = given(firstAgreement, item.signedAt);
            return consent === null ? [] : [[type, consent]];
          }),
        ),
    }),
  ),
);

/** Version 0.1.0 stored no wording: there was only this one of each. */
const firstManifestation = {
  version: 'v11.01.2026',
  sha256: '028d4174ba04805567b3896a9970a11521b673950a0be2443f036d6ca31c0b10',
};
const firstAgreement = {
  version: 'v11.01.2026',
  sha256: 'b843b404895d4cdbdc6f30540f942cf8224dcf4ab8d9d67258527fe84532a62f',
};

function given(wording: typeof firstAgreement, signedAt: string | null): ConsentToWording | null {
  return signedAt === null
    ? null
    : { ...wording, signerName: null, signer: null, givenAt: signedAt };
}

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

/** The check that the person's will is still the one that was read. */
export function sameManifestation(personId: string, { version }: StoredManifestation): Write {
  return {
    check: {
      Key: keys.manifestation(personId),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
