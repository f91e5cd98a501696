import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { RateLimits } from '../../kernel/domain/rate-window.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { composeKey, hashKey, type KeyKind, type KeyPrefix } from '../auth/api-key.ts';
import { keyWrites, type StoredKey } from '../db/api-keys.ts';

const prefixes: Record<KeyKind, KeyPrefix> = { standard: 'sk-', agent: 'ak-', partner: 'pk-' };

export interface KeyRequest {
  readonly kind: KeyKind;
  /** The person or, for a Partner Key, the integration. */
  readonly ownerId: string;
  /** The owner's partition, where its keys are listed: `partitions.person(id)` or `.integration(id)`. */
  readonly owner: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly limits: RateLimits | null;
  /** From then on it opens nothing; absent: it does until it is revoked. */
  readonly expiresAt?: string | undefined;
  /** Who has it. */
  readonly holder?: string | undefined;
  /** Where the calls are counted when the key replaces another one. */
  readonly counterId?: string | undefined;
  /** Of a Partner Key: whether its integration is active. */
  readonly integrationActive?: boolean;
}

/**
 * A new key and the writes that store it, for the transaction of whoever issues it.
 *
 * `secret` is shown to the owner once and is in none of the writes. `event` asks for the key's
 * counterpart in API Gateway; Partner Keys have none, because no metered route takes them.
 */
export function newKey(
  {
    kind,
    ownerId,
    owner,
    label,
    scopes,
    limits,
    expiresAt,
    holder,
    counterId,
    integrationActive,
  }: KeyRequest,
  { newId, random }: Pick<CoreDeps, 'newId' | 'random'>,
  createdAt: string,
): {
  readonly secret: string;
  readonly key: StoredKey;
  readonly writes: {
    readonly key: Write;
    readonly ownedKey: Write;
    readonly event: Write | undefined;
  };
} {
  const secret = composeKey(prefixes[kind], random(32));
  const hash = hashKey(secret);
  const key: StoredKey = {
    id: newId(),
    hash,
    kind,
    ownerId,
    label,
    scopes: [...new Set(scopes)],
    limits,
    lastFour: secret.slice(-4),
    createdAt,
    revokedAt: null,
    gatewayValue: Buffer.from(random(20)).toString('hex'),
    gatewayKeyId: null,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(holder !== undefined && { holder }),
    ...(counterId !== undefined && { counterId }),
    ...(integrationActive !== undefined && { integrationActive }),
  };
  const event =
    kind === 'partner'
      ? undefined
      : eventWrite(newId(), createdAt, { type: 'gateway_key.wanted', keyHash: hash });
  return { secret, key, writes: { ...keyWrites(key, owner), event } };
}
