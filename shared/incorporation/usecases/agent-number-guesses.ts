import {
  type AttemptLimit,
  countAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import type { ApplicationPayload } from '../contracts/application.ts';

/** Permit numbers of registered agents that are no active resident's, by one owner in a UTC hour. */
const failures: AttemptLimit = { kind: 'agent_number', most: 50, window: 3_600_000 };

/**
 * Runs the check of a custom registered agent, if there is one: its permit number is counted before it is judged, so
 * that of numbers that are tried at once no more are judged than the limit has, and not counted when it was right.
 *
 * Error: 429 for an owner of whom too many have failed, whether or not this one is right.
 */
export async function countingFailures(
  ownerId: string,
  { registeredAgentProvider, registeredAgentDetails }: ApplicationPayload,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  check: () => void,
): Promise<void> {
  // Without a number, or with a provider besides, nothing is learned of one.
  if (registeredAgentDetails === null || registeredAgentProvider !== null) {
    check();
    return;
  }
  const at = now();
  refuseWhenFull(await countAttempt(table, failures, ownerId, at.getTime()), at);
  check();
  await uncountAttempt(table, failures, ownerId, at.getTime());
}
