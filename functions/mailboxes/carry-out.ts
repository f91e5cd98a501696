import type { Context } from 'aws-lambda';
import {
  carryOutDueCases,
  type DueCases,
  type MailboxDeps,
} from '../../shared/account/usecases/act-on-mailbox-case.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/settings/env.ts';

/**
 * Called by the clock, every hour: changes the addresses of lost mailboxes whose wait is over. What it is called with does not matter.
 * Fails where one could not be dealt with, after all others.
 */
async function run(deps: MailboxDeps): Promise<DueCases> {
  const done = await carryOutDueCases(deps);
  deps.log.info('cases of lost mailboxes were carried out', { ...done });
  if (done.failed > 0) throw new Error(`${done.failed} cases of lost mailboxes failed`);
  return done;
}

const deps = root(
  (): MailboxDeps => ({
    ...coreDeps(),
    reviewers: environment(ReviewersEnvironment).REVIEWERS,
  }),
);

export const handler = (_event: unknown, context?: Context): Promise<DueCases> =>
  inTime(context, () => run(deps()));
