import {
  type AttemptLimit,
  countAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import type { ApplicationPayload } from '../contracts/application.ts';

/** Permit numbers of registered agents that belong to no active resident, by one owner in a UTC hour. */
const failures: AttemptLimit = { kind: 'agent_number', max: 50, window: 3_600_000 };

/**
 * Runs the check of a custom registered agent, if there is one: its permit number is counted before it is
 * checked, so that no more numbers are checked than the limit allows even if all are tried at once; the count
 * of a right one is taken back.
 *
 * Error: 429 for an owner of whom too many have failed, whether or not this one is right.
 */
export async function countingFailures(
  ownerId: string,
  { registeredAgentProvider, registeredAgentDetails }: ApplicationPayload,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
  check: () => void,
): Promise<void> {
  // Without a number, or with a provider as well, nothing can be learned about a number.
  if (registeredAgentDetails === null || registeredAgentProvider !== null) {
    check();
    return;
  }
  const at = now();
  refuseWhenFull(await countAttempt(table, failures, ownerId, at.getTime()), at);
  check();
  await uncountAttempt(table, failures, ownerId, at.getTime());
}
