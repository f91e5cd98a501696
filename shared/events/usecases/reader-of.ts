import { activeKeysOf, type OwnedKey } from '../../access/db/api-keys.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import { keyState } from '../../access/domain/key-state.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { findPerson } from '../../people/db/people.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import type { FeedCaller } from './may-read.ts';

/**
 * For whom an endpoint reads now: with the rights of the key that it acts with, or of those that this was rotated into. `suspended`:
 * nothing may be told for a while; `ended`: nobody stands behind it any more.
 */
export async function readerOf(
  { owner, keyChain }: StoredWebhookEndpoint,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<FeedCaller | 'suspended' | 'ended'> {
  const [state, key] = await Promise.all([
    ownerState(owner, table),
    findChain(owner, keyChain, { table, now }),
  ]);
  if (state !== 'active') return state;
  if (key === null) return 'ended';
  const { kind, scopes } = key;
  return kind === 'partner'
    ? { kind, integrationId: owner.id, scopes }
    : { kind, personId: owner.id, scopes };
}

async function findChain(
  owner: StoredWebhookEndpoint['owner'],
  chain: string,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<OwnedKey | null> {
  const keys = await activeKeysOf(table, partitions[owner.kind](owner.id));
  const isOfChain = ({ id, counterId }: OwnedKey) => (counterId ?? id) === chain;
  return keys.find((key) => isOfChain(key) && keyState(key, now()) === 'good') ?? null;
}

async function ownerState(
  { kind, id }: StoredWebhookEndpoint['owner'],
  table: Table,
): Promise<'active' | 'suspended' | 'ended'> {
  if (kind === 'integration') {
    const integration = await findIntegration(table, id);
    if (integration === null) return 'ended';
    return integration.active ? 'active' : 'suspended';
  }
  const person = await findPerson(table, id);
  if (person?.status !== 'active') return 'ended';
  return person.suspension === undefined ? 'active' : 'suspended';
}
