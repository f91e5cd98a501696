import { callerOf } from './caller.ts';
import { type Deployment, deploy, destroyService, type Stage } from './deployment.ts';
import { type Effects, effects } from './effects.ts';
import type { Emulator } from './emulator.ts';
import { type Arrived, signIn } from './journey.ts';
import { operatorOf } from './operator.ts';
import type { Report } from './report.ts';

/**
 * Destroys the service stack of a stage, builds it again, and checks that no action was repeated
 * and that keys still work: the runbook's "Rebuilding the service stack".
 */
export async function rebuild(
  emulator: Emulator,
  folder: string,
  stage: Stage,
  traveller: Arrived,
  { step, finding }: Report,
): Promise<Deployment> {
  const before = await effects(emulator);
  await step('destroy the service stack', () => destroyService(emulator, folder, stage));
  const deployment = await step('deploy it again', () => deploy(emulator, folder, stage));
  const operator = await operatorOf(emulator, folder, deployment, '*');
  // The email with the code is the last event of all, so all earlier events of the stream are
  // delivered by then.
  await step('sign in with an account of before', () =>
    signIn({ emulator, deployment, operator, name: 'rebuilt' }, traveller),
  );
  const after = await step('wait until nothing happens any more', () => settled(emulator));
  for (const { name, ids } of after.executions) {
    if (ids.length > 0) finding(`${name} ran again for what was done before the rebuild`);
  }
  for (const mail of repeated(before.mails, after.mails)) finding(`mailed a second time: ${mail}`);

  const call = callerOf(deployment.url, traveller.key);
  const verify = () => call('POST', '/api/v1/verify_rpn', { rpn: traveller.rpn });
  try {
    await step('verify_rpn with a key of before', verify);
  } catch {
    finding(
      'verify_rpn refuses a valid key of before the rebuild: its gateway key is not in the new plan',
    );
    await reconciled(step, operator, verify).catch(() =>
      finding('and no `keys reconcile` mends that: the runbook says what to do by hand'),
    );
  }
  const twice = repeated([...new Set(after.gatewayKeys)], after.gatewayKeys);
  if (twice.length > 0) finding(`${twice.length} API keys have two gateway keys`);
  return deployment;
}

async function reconciled(
  step: Report['step'],
  operator: (...args: readonly string[]) => Promise<unknown>,
  verify: () => Promise<unknown>,
) {
  await step('keys reconcile', () => operator('keys', 'reconcile'));
  await step('verify_rpn once more', verify);
}

/**
 * Entries that are more frequent in the second list than in the first, except entirely new ones.
 */
function repeated(first: readonly string[], second: readonly string[]): readonly string[] {
  const count = (list: readonly string[], entry: string) =>
    list.filter((each) => each === entry).length;
  return [...new Set(first)].filter((entry) => count(second, entry) > count(first, entry));
}

/** The effects once they have been the same for three seconds. */
async function settled(emulator: Emulator): Promise<Effects> {
  let last = await effects(emulator);
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await effects(emulator);
    quiet = JSON.stringify(now) === JSON.stringify(last) ? quiet + 1 : 0;
    last = now;
  }
  return last;
}
