import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';

/** A person's consent to a client; see shared/oauth/domain/oauth-consent.ts. */
export const StoredConsent = z.object({
  id: z.string(),
  personId: z.string(),
  clientId: z.string(),
  scopes: z.readonly(z.array(z.string())),
  legalEntityIds: z.readonly(z.array(z.string())),
  credentialEpoch: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Increases with each write. */
  version: z.int(),
});
export type StoredConsent = z.output<typeof StoredConsent>;

/** A person's consent to a client, ended or not; null if there has been none. */
export async function findConsent(
  table: Table,
  personId: string,
  clientId: string,
): Promise<StoredConsent | null> {
  return parseFound(StoredConsent, await getItem(table, keys.consent(personId, clientId)));
}

/**
 * Every consent of the person, including those that a deactivation ended, in the order of client
 * ids.
 */
export async function listConsents(
  table: Table,
  personId: string,
): Promise<readonly StoredConsent[]> {
  const { pk, sk } = keys.consent(personId, '');
  const items = await readAll(table, { value: pk, prefix: sk });
  return items.map((item) => parseStored(StoredConsent, item));
}

/** The write of a first consent to a client. */
export function newConsentWrite(consent: StoredConsent): Write {
  return create({ ...keys.consent(consent.personId, consent.clientId), ...consent });
}

/** The write that replaces a consent, unless it has changed since it was read with `version`. */
export function consentWrite(consent: StoredConsent): Write {
  return replace({ ...keys.consent(consent.personId, consent.clientId), ...consent });
}

/**
 * The write that withdraws a consent with all its grants; refused if a new consent has replaced it.
 */
export function withdrawConsentWrite({ personId, clientId, id }: StoredConsent): Write {
  return { remove: { Key: keys.consent(personId, clientId), ...isConsent(id) } };
}

/** The check that the consent was not withdrawn or replaced. */
export function consentCheck(personId: string, clientId: string, id: string): Write {
  return { check: { Key: keys.consent(personId, clientId), ...isConsent(id) } };
}

function isConsent(id: string) {
  return {
    ConditionExpression: 'id = :consent',
    ExpressionAttributeValues: { ':consent': id },
  };
}
