import {
  carryOutDueCases,
  type DueCases,
  type MailboxDeps,
} from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/settings/env.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Changes the addresses in mailbox cases whose waiting period has ended. Runs every hour and
 * ignores its input. If a case fails, it throws after processing all others.
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
