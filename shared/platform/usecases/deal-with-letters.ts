import { transact } from '../../kernel/db/transact.ts';
import type { DeadLetterQueue } from '../../kernel/domain/outbox-queue.ts';
import type { Actor, AuditEntry } from '../domain/audit-entry.ts';
import { auditAct } from './audit-act.ts';
import { type DeadLetterDeps, deadLettersLeft, timeOf } from './dead-letters.ts';
import {
  auditedLetters,
  chosen,
  type HeldLetter,
  lookAtLetters,
  putBack,
} from './look-at-letters.ts';
import { removeLetters } from './remove-letters.ts';

/** Which letters are dealt with, and how. */
export interface Dealing {
  readonly queue: DeadLetterQueue | undefined;
  /** Undefined: some hundred of each queue, to be repeated while some are left. Of one event all are looked at. */
  readonly eventId: string | undefined;
  readonly action: AuditEntry['action'];
  /** Why, for who reads the audit trail. */
  readonly reason?: string;
  /** Whether it can be dealt with at all. */
  canBe(letter: HeldLetter): boolean;
  /** Deals with them; answers those that are done, which are removed then. */
  carryOut(letters: readonly HeldLetter[]): Promise<readonly HeldLetter[]>;
}

/** What came of it: how many letters. */
export interface Dealt {
  readonly meant: number;
  readonly done: number;
  /** Of those that are done, how many SQS has kept all the same. */
  readonly notRemoved: number;
  readonly left: number;
  /** False: there was no time to look at all. */
  readonly complete: boolean;
}

/** So many letters of a queue go at once, without a word of which. */
const atMost = 500;

/**
 * Deals with what was given up, and puts back the rest. The audit trail has it before anything is done: who dies after
 * that has dealt with some, or none.
 */
export async function dealWithLetters(
  dealing: Dealing,
  actor: Actor,
  deps: DeadLetterDeps,
): Promise<Dealt> {
  const { queue } = dealing;
  const each = await Promise.all(chosen(queue).map((name) => dealIn(name, dealing, actor, deps)));
  const sum = (of: 'meant' | 'done' | 'notRemoved') =>
    each.reduce((total, { [of]: count }) => total + count, 0);
  return {
    meant: sum('meant'),
    done: sum('done'),
    notRemoved: sum('notRemoved'),
    left: await deadLettersLeft(queue, deps),
    complete: each.every(({ isAll }) => isAll),
  };
}

async function dealIn(
  name: DeadLetterQueue,
  { eventId, action, reason, canBe, carryOut }: Dealing,
  actor: Actor,
  deps: DeadLetterDeps,
) {
  const { queues, deadLetterUrls, lookFor } = deps;
  const url = deadLetterUrls[name];
  const { letters, isAll } = await lookAtLetters(url, queues, {
    ...(eventId === undefined && { most: atMost }),
    ...timeOf(lookFor),
  });
  const meant = letters.filter(
    (letter) => canBe(letter) && (eventId === undefined || letter.eventId === eventId),
  );
  if (meant.length > 0) {
    await transact(deps.table, {
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action,
        subject: { type: 'queue', id: name },
        details: auditedLetters(meant),
        ...(reason !== undefined && { reason }),
      }),
    });
  }
  const done = await carryOut(meant);
  const notRemoved = await removeLetters(name, done, deps);
  const gone = new Set(done);
  await putBack(
    url,
    letters.filter((letter) => !gone.has(letter)),
    queues,
  );
  return { meant: meant.length, done: done.length, notRemoved, isAll };
}
