import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../domain/same-value.ts';
import { keys } from './keys.ts';
import { parseFound } from './stored.ts';
import { getItem, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** How long a repeated request is recognised, in seconds: as long as its response is stored. */
const retentionSeconds = 86_400;

/** A request that can be retried. */
export interface Effect {
  /** SHA-256 of the sender, the operation and the `Idempotency-Key`, in hexadecimal. */
  readonly scope: string;
  /** The request's content; its SHA-256 is stored to recognise the same request. */
  readonly content: unknown;
  /** Called when an earlier attempt already had the effect. */
  readonly repeated?: () => void;
}

const StoredEffect = z.object({
  digest: z.string(),
  /** The created or changed resource. */
  subjectId: z.string(),
  ttl: z.int(),
});
type StoredEffect = z.output<typeof StoredEffect>;

/**
 * The effect of an earlier attempt of the same request in the last 24 hours; null if there is none.
 */
export async function findEffect(
  table: Table,
  { scope }: Pick<Effect, 'scope'>,
  now: Date,
): Promise<StoredEffect | null> {
  const found = parseFound(StoredEffect, await getItem(table, keys.effect(scope)));
  return found !== null && found.ttl > now.getTime() / 1000 ? found : null;
}

/**
 * The write that records a request's effect, for the effect's own transaction; refused if an
 * earlier attempt already had the effect.
 */
export function effectWrite({ scope, content }: Effect, subjectId: string, now: Date): Write {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: {
      Item: {
        ...keys.effect(scope),
        digest: contentDigest(content),
        subjectId,
        ttl: seconds + retentionSeconds,
      },
      // DynamoDB removes expired items with a delay.
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': seconds },
    },
  };
}

/**
 * Whether the recorded effect is that of a request with this content; the order of keys does not
 * matter.
 */
export function isEffectOf({ digest }: StoredEffect, content: unknown): boolean {
  return digest === contentDigest(content);
}

function contentDigest(content: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(content ?? null))
    .digest('hex');
}

/** SHA-256 of the content as JSON, in hexadecimal. */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest('hex');
}

/** The write that makes a form single-use; refused if it was already processed. */
export function sentFormWrite(personId: string, formId: string, at: string): Write {
  return create({
    ...keys.sentForm(personId, formId),
    sentAt: at,
    ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
  });
}
