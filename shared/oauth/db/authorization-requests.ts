import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import type { PendingRequest } from '../domain/authorization-request.ts';

/**
 * How long the record of an answer outlives its request, in seconds: far longer than the clocks of
 * functions differ.
 */
const retentionSeconds = 3_600;

const AnsweredRequest = z.object({ answeredAt: z.string() });

/** The digest that replaces a request's id where the id must not be stored. */
export function requestReference(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex');
}

/** When a request was answered; null if it was not. */
export async function findAnswered(
  table: Table,
  { reference }: Pick<PendingRequest, 'reference'>,
): Promise<string | null> {
  const item = await getItem(table, keys.answeredRequest(reference));
  return parseFound(AnsweredRequest, item)?.answeredAt ?? null;
}

/** The write that uses up a request; refused if it was already answered. */
export function answerRequestWrite(
  { reference, expiresAt }: Pick<PendingRequest, 'reference' | 'expiresAt'>,
  answeredAt: string,
): Write {
  return create({
    ...keys.answeredRequest(reference),
    answeredAt,
    ttl: Math.ceil(Date.parse(expiresAt) / 1000) + retentionSeconds,
  });
}
