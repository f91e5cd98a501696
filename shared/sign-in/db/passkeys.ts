import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';

/** A passkey of a person: the public half of it, and what was last heard of it. */
export const StoredPasskey = z.object({
  /** By which pages and the audit trail name it. */
  id: z.string(),
  personId: z.string(),
  /** As its authenticator chose it, in base64url; no secret. */
  credentialId: z.string(),
  /** COSE, in base64url. */
  publicKey: z.string(),
  /** `usb`, `nfc`, `internal` …, as the browser named them. */
  transports: z.readonly(z.array(z.string())),
  /** Whether its authenticator may keep it in several places. */
  synced: z.boolean(),
  name: z.string(),
  signCount: z.int(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  suspendedAt: z.nullable(z.string()),
  /**
   * Why it is known to belong to staff member: an operator's code, or another such passkey. Absent: it can't be
   * used for decisions.
   */
  vouched: z.optional(z.enum(['code', 'passkey'])),
});
export type StoredPasskey = z.output<typeof StoredPasskey>;

/** How long it is remembered that a challenge was answered, in seconds: a day beyond its end. */
const retentionSeconds = 86_400;

/** How keys contain a credential id or challenge: as its hexadecimal SHA-256. */
export function referenceOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The passkey with this credential id, and the person whose it is said to be; one round trip. */
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

/** The writes of a new passkey. Refused as `taken` when its credential id was ever anyone's. */
export function newPasskeyWrites(passkey: StoredPasskey): {
  readonly passkey: Write;
  readonly taken: Write;
} {
  const { personId, credentialId, createdAt } = passkey;
  const reference = referenceOf(credentialId);
  return {
    passkey: create({ ...keys.passkey(personId, reference), ...passkey }),
    taken: create({ ...keys.passkeyTaken(reference), personId, createdAt }),
  };
}

/** The write of what a use has changed. Refused when the passkey was removed, suspended or used since it was read. */
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

/** The write that gives a passkey another name. Refused when it was removed. */
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

/** The write that removes a passkey; the claim on its credential id stays. Refused when it was removed or used since it was read. */
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

/** The check that a passkey, by what stands for it in its key, is there, unsuspended and good for decisions. */
export function vouchedPasskeyCheck(personId: string, reference: string): Write {
  return {
    check: {
      Key: keys.passkey(personId, reference),
      ConditionExpression: 'suspendedAt = :none AND attribute_exists(vouched)',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** The write after which a passkey is good for no decision. Refused when it was removed. */
export function unvouchWrite({
  personId,
  credentialId,
  id,
}: Pick<StoredPasskey, 'id' | 'personId' | 'credentialId'>): Write {
  return {
    update: {
      Key: keys.passkey(personId, referenceOf(credentialId)),
      UpdateExpression: 'REMOVE vouched',
      ConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
}

/** Refuses a transaction unless the passkey is there, and not suspended. */
export function standingPasskeyCheck(personId: string, reference: string): Write {
  return {
    check: {
      Key: keys.passkey(personId, reference),
      ConditionExpression: 'suspendedAt = :none',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** The write that uses a challenge up; refused when it was answered before. */
export function answerCeremonyWrite(reference: string, at: string): Write {
  return create({
    ...keys.answeredCeremony(reference),
    answeredAt: at,
    ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
  });
}
