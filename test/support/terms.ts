import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import type { EndsNotified } from '../../shared/residency/usecases/announce-ends.ts';
import type { ConfirmationsDue } from '../../shared/residency/usecases/confirm-entity.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

export const day = 86_400_000;

/** A run that notified nobody. */
export const noneNotified: EndsNotified = { 60: 0, 30: 0, 7: 0, 0: 0 };

/** The task that runs every day. */
export async function announceEndsNow(
  world: World,
  deps: Partial<CoreDeps> = {},
): Promise<EndsNotified> {
  return (await notifyNow(world, deps)).ends;
}

/** The same, with the requested confirmations. */
export async function notifyNow(world: World, deps: Partial<CoreDeps> = {}): Promise<Notified> {
  const handler = await functionHandler<() => Promise<Notified>>(
    'functions/terms/announce-ends.ts',
    {
      ...world.deps,
      ...deps,
    },
  );
  return handler();
}

interface Notified {
  readonly ends: EndsNotified;
  readonly confirmations: ConfirmationsDue;
}

/** The instant a number of days from now. */
export function inDays(world: World, days: number): string {
  return new Date(world.clock.now + days * day).toISOString();
}

/** Subjects of the emails about an end that an address got. */
export function emailsAbout(world: World, email: string): readonly string[] {
  return world.mails
    .filter(({ to, subject }) => to === email && /residency.* end(s|ed) /.test(subject))
    .map(({ subject }) => subject);
}
