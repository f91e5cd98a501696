import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalJson } from '../domain/same-value.ts';
import { keys } from './keys.ts';
import { parseFound } from './stored.ts';
import { getItem, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** For how long a repeat of a request is recognised, in seconds: as long as a stored answer is kept. */
const retentionSeconds = 86_400;

/** One request that may be sent again. */
export interface Effect {
  /** SHA-256 of who sent it, to where, under which `Idempotency-Key`; hexadecimal. */
  readonly scope: string;
  /** The content of the request; its SHA-256 is stored, so equal requests are recognized. */
  readonly content: unknown;
  /** Called when the effect was there already. */
  readonly repeated?: () => void;
}

const StoredEffect = z.object({
  digest: z.string(),
  /** The created or changed resource. */
  subjectId: z.string(),
  ttl: z.int(),
});
type StoredEffect = z.output<typeof StoredEffect>;

/** The effect of an earlier attempt of the request; null if none had an effect in the last 24 hours. */
export async function findEffect(
  table: Table,
  { scope }: Pick<Effect, 'scope'>,
  now: Date,
): Promise<StoredEffect | null> {
  const found = parseFound(StoredEffect, await getItem(table, keys.effect(scope)));
  return found !== null && found.ttl > now.getTime() / 1000 ? found : null;
}

/**
 * The write that notes a request's effect, for the transaction of the effect; refused when an attempt of
 * the same request has had it.
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

/** Whether the recorded effect is that of a request with this content, in any order of its keys. */
export function isEffectOf({ digest }: StoredEffect, content: unknown): boolean {
  return digest === contentDigest(content);
}

function contentDigest(content: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(content ?? null))
    .digest('hex');
}

/** SHA-256 of the content's JSON, hexadecimal. */
export function digestOf(content: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest('hex');
}

/** The write that claims a form for this one time; refused when it was carried out before. */
export function sentFormWrite(personId: string, formId: string, at: string): Write {
  return create({
    ...keys.sentForm(personId, formId),
    sentAt: at,
    ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
  });
}
