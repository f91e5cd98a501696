import { listSigningKeys } from '../shared/oauth/db/signing-keys.ts';
import type { RotationDeps } from '../shared/oauth/deps/oauth-deps.ts';
import { rotationDays } from '../shared/oauth/domain/client-metadata.ts';
import type { Clock } from './clock.ts';
import { catchUp } from './on-the-clock.ts';
import { rotateOnce } from './signing-keys.ts';

const day = 86_400_000;

/**
 * Lets time pass day by day until an instant. Runs each day's scheduled work, and all scheduled work at the end.
 * Signing keys are rotated when due. An instant in the past has no effect.
 */
export async function passTime(until: Date, clock: Clock, deps: RotationDeps): Promise<void> {
  do {
    clock.moveTo(new Date(Math.min(until.getTime(), Date.now() + day)));
    await rotateIfDue(deps);
    await catchUp('ofDays');
  } while (Date.now() < until.getTime());
  await catchUp('all');
}

async function rotateIfDue(deps: RotationDeps): Promise<void> {
  const current = (await listSigningKeys(deps.table, deps.now())).find(
    ({ activeFrom, retiredAt }) => activeFrom !== null && retiredAt === null,
  );
  const since = Date.parse(current?.activeFrom ?? '');
  if (deps.now().getTime() - since >= rotationDays * day) await rotateOnce(deps);
}
