import {
  carryOutDueCases,
  type DueCases,
  type MailboxDeps,
} from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/settings/env.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Called every hour by the schedule: changes the addresses of lost mailboxes whose waiting period is over. Ignores its input. If
 * a case fails, it throws after all others are done.
 */
async function run(deps: MailboxDeps): Promise<DueCases> {
  const done = await carryOutDueCases(deps);
  deps.log.info('lost-mailbox cases were completed', { ...done });
  if (done.failed > 0) throw new Error(`${done.failed} cases of lost mailboxes failed`);
  return done;
}

export const handler = background(
  run,
  (): MailboxDeps => ({
    ...coreDeps(),
    reviewers: environment(ReviewersEnvironment).REVIEWERS,
  }),
);
