import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';

/** A person's passkey: its public key, and the state at its last use. */
export const StoredPasskey = z.object({
  /** The id for pages and the audit trail. */
  id: z.string(),
  personId: z.string(),
  /** The credential id in base64url; not a secret. */
  credentialId: z.string(),
  /** COSE, in base64url. */
  publicKey: z.string(),
  /** `usb`, `nfc`, `internal` …, as reported by the browser. */
  transports: z.readonly(z.array(z.string())),
  /** Whether its authenticator can sync it. */
  synced: z.boolean(),
  name: z.string(),
  signCount: z.int(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  suspendedAt: z.nullable(z.string()),
  /**
   * Why it is trusted to belong to the staff member: an operator's code, or another such passkey.
   * Absent: it can't be used for decisions.
   */
  trustedBy: z.optional(z.enum(['code', 'passkey'])),
});
export type StoredPasskey = z.output<typeof StoredPasskey>;

/** How long an answered challenge is remembered, in seconds: a day after it expires. */
const retentionSeconds = 86_400;

/** How keys contain a credential id or challenge: as its hexadecimal SHA-256. */
export function referenceOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The passkey with this credential id, and its claimed owner; one round trip. */
export async function findPasskey(
  table: Table,
  personId: string,
  credentialId: string,
): Promise<{ readonly passkey: StoredPasskey | null; readonly person: StoredPerson | null }> {
  const [passkey, person] = await getItems(table, [
    keys.passkey(personId, referenceOf(credentialId)),
    keys.person(personId),
  ]);
  return {
    passkey: parseFound(StoredPasskey, passkey),
    person: parseFound(StoredPerson, person),
  };
}

/** Every passkey of a person, the oldest first. */
export async function listPasskeys(
  table: Table,
  personId: string,
): Promise<readonly StoredPasskey[]> {
  const { pk, sk } = keys.passkey(personId, '');
  const items = await readAll(table, { value: pk, prefix: sk });
  const passkeys = items.map((item) => parseStored(StoredPasskey, item));
  return passkeys.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** The writes of a new passkey. Refused with `taken` if anyone ever had its credential id. */
export function newPasskeyWrites(passkey: StoredPasskey): {
  readonly passkey: Write;
  readonly taken: Write;
} {
  const { personId, credentialId, createdAt } = passkey;
  const reference = referenceOf(credentialId);
  return {
    passkey: create({ ...keys.passkey(personId, reference), ...passkey }),
    taken: create({ ...keys.passkeyClaim(reference), personId, createdAt }),
  };
}

/** The write of a passkey's use. Refused if it was removed, suspended or used since it was read. */
export function usePasskeyWrite(before: StoredPasskey, next: StoredPasskey): Write {
  return {
    update: {
      Key: keys.passkey(before.personId, referenceOf(before.credentialId)),
      UpdateExpression: 'SET signCount = :count, lastUsedAt = :used, suspendedAt = :suspended',
      ConditionExpression: 'id = :id AND signCount = :before AND suspendedAt = :none',
      ExpressionAttributeValues: {
        ':id': before.id,
        ':before': before.signCount,
        ':none': null,
        ':count': next.signCount,
        ':used': next.lastUsedAt,
        ':suspended': next.suspendedAt,
      },
    },
  };
}

/** The write that renames a passkey. Refused if it was removed. */
export function renamePasskeyWrite({ personId, credentialId, id, name }: StoredPasskey): Write {
  return {
    update: {
      Key: keys.passkey(personId, referenceOf(credentialId)),
      UpdateExpression: 'SET #name = :name',
      ConditionExpression: 'id = :id',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':id': id, ':name': name },
    },
  };
}

/**
 * The write that removes a passkey; the claim on its credential id stays. Refused if it was removed
 * or used since it was read.
 */
export function removePasskeyWrite({
  personId,
  credentialId,
  id,
  lastUsedAt,
}: Pick<StoredPasskey, 'id' | 'personId' | 'credentialId' | 'lastUsedAt'>): Write {
  return {
    remove: {
      Key: keys.passkey(personId, referenceOf(credentialId)),
      ConditionExpression: 'id = :id AND lastUsedAt = :used',
      ExpressionAttributeValues: { ':id': id, ':used': lastUsedAt },
    },
  };
}

/**
 * The check that a passkey with this reference exists, is not suspended, and is valid for
 * decisions.
 */
export function trustedPasskeyCheck(personId: string, reference: string): Write {
  return {
    check: {
      Key: keys.passkey(personId, reference),
      ConditionExpression: 'suspendedAt = :none AND attribute_exists(trustedBy)',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** The write after which a passkey is no longer valid for decisions. Refused if it was removed. */
export function removeTrustWrite({
  personId,
  credentialId,
  id,
}: Pick<StoredPasskey, 'id' | 'personId' | 'credentialId'>): Write {
  return {
    update: {
      Key: keys.passkey(personId, referenceOf(credentialId)),
      UpdateExpression: 'REMOVE trustedBy',
      ConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
}

/** The check that a passkey exists and is not suspended. */
export function activePasskeyCheck(personId: string, reference: string): Write {
  return {
    check: {
      Key: keys.passkey(personId, reference),
      ConditionExpression: 'suspendedAt = :none',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** The write that uses up a challenge; refused if it was already answered. */
export function answerCeremonyWrite(reference: string, at: string): Write {
  return create({
    ...keys.answeredCeremony(reference),
    answeredAt: at,
    ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
  });
}
