import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  ImportAnswer,
  type ImportCall,
  type RecordOutcome,
} from '../../shared/imports/contracts/import-call.ts';
import type { ImportRecord } from '../../shared/imports/contracts/import-records.ts';
import { callService, encode } from '../call-service.ts';
import { exitCodes, Failure } from '../failure.ts';
import type { Target } from '../target.ts';

/** A record with its line number and its file. */
export interface SentRecord {
  readonly row: number;
  readonly record: ImportRecord;
  readonly path: string | null;
}

/** Pauses before a call is repeated, in milliseconds. Repeats are idempotent. */
const pauses = [1_000, 4_000, 10_000] as const;

/**
 * Sends records until each has an outcome. Records that the service had no time for are sent again, and so is a
 * document after its file is uploaded. Throws a Failure if the service can't be reached or refuses the call.
 */
export async function sendRecords(
  target: Target,
  { batch, mode }: { readonly batch: string; readonly mode: ImportCall['mode'] },
  sent: readonly SentRecord[],
): Promise<readonly RecordOutcome[]> {
  const outcomes = await call(target, batch, mode, sent);
  const again = sent.flatMap((each, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'later' || outcome?.status === 'upload' ? [{ each, index }] : [];
  });
  if (again.length === 0) return outcomes;
  for (const { each, index } of again) {
    const { upload } = outcomes[index] ?? {};
    if (upload && each.path !== null) await putFile(upload, each.path);
  }
  const rest = await sendRecords(
    target,
    { batch, mode },
    again.map(({ each }) => each),
  );
  const all = [...outcomes];
  again.forEach(({ index }, position) => {
    const outcome = rest[position];
    if (outcome) all[index] = outcome;
  });
  return all;
}

async function call(
  target: Target,
  batch: string,
  mode: ImportCall['mode'],
  sent: readonly SentRecord[],
): Promise<readonly RecordOutcome[]> {
  const path = `/imports/${encode(batch)}/records`;
  const body = { mode, records: sent.map(({ record }) => record) };
  for (const wait of [...pauses, null]) {
    try {
      const answer = await callService(target, { method: 'POST', path, query: {}, body });
      return z.parse(ImportAnswer, answer).data;
    } catch (error) {
      if (wait === null || !mayPass(error)) throw error;
      await pause(wait);
    }
  }
  throw new Failure('unreachable', 'no answer');
}

function mayPass(error: unknown): boolean {
  return error instanceof Failure && error.exitCode !== exitCodes.credentials;
}

/** Uploads the file to the place that the service named, without reading it into memory. */
async function putFile(
  { url, headers }: NonNullable<RecordOutcome['upload']>,
  path: string,
): Promise<void> {
  const response = await fetch(url, { method: 'PUT', headers, body: await openAsBlob(path) });
  await response.arrayBuffer();
  if (!response.ok) {
    throw new Failure('refused', `The file ${path} was refused: status ${response.status}`);
  }
}
