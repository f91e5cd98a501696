import { announceEnds, type EndsNotified } from '../../shared/residency/usecases/announce-ends.ts';
import {
  type ConfirmationsDue,
  remindOfConfirmations,
} from '../../shared/residency/usecases/confirm-entity.ts';
import { type RetentionDeps, retentionDeps } from '../../shared/retention/deps/retention.ts';
import { type Erased, eraseWhatIsDue } from '../../shared/retention/usecases/erase-what-is-due.ts';
import { expireApprovals } from '../../shared/staff/usecases/operator-approvals.ts';
import { background } from '../../shared/web/http/background.ts';

interface Done {
  readonly ends: EndsNotified;
  readonly confirmations: ConfirmationsDue;
  readonly erased: Erased;
}

/**
 * Notifies of ending residencies and due confirmations, closes requests that no second operator
 * approved in time, and erases data whose retention period has ended. Runs daily and ignores its
 * input.
 */
async function run(deps: RetentionDeps): Promise<Done> {
  // One failure does not stop the others.
  const [ends, expired] = await Promise.allSettled([announceEnds(deps), expireApprovals(deps)]);
  const [confirmations] = await Promise.allSettled([remindOfConfirmations(deps)]);
  const [erased] = await Promise.allSettled([eraseWhatIsDue(deps)]);
  for (const [outcome, message] of [
    [ends, 'expiry notices could not be sent'],
    [confirmations, 'confirmations could not be asked for'],
    [expired, 'approvals could not be closed'],
    [erased, 'some expired data could not be erased'],
  ] as const)
    if (outcome.status === 'rejected') deps.log.error(message, {}, outcome.reason);
  if (ends.status === 'rejected') throw ends.reason;
  if (expired.status === 'rejected') throw expired.reason;
  if (confirmations.status === 'rejected') throw confirmations.reason;
  if (erased.status === 'rejected') throw erased.reason;
  return { ends: ends.value, confirmations: confirmations.value, erased: erased.value };
}

export const handler = background(run, retentionDeps);
