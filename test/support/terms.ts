import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import type { EndsTold } from '../../shared/residency/usecases/announce-ends.ts';
import type { ConfirmationsDue } from '../../shared/residency/usecases/confirm-entity.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

export const day = 86_400_000;

/** Nobody was notified. */
export const nobodyTold: EndsTold = { 60: 0, 30: 0, 7: 0, 0: 0 };

/** What the clock calls every day. */
export async function tellOfEndsNow(world: World, deps: Partial<CoreDeps> = {}): Promise<EndsTold> {
  return (await tellNow(world, deps)).ends;
}

/** The same, with the confirmations that are wanted. */
export async function tellNow(world: World, deps: Partial<CoreDeps> = {}): Promise<Told> {
  const handler = await functionHandler<() => Promise<Told>>('functions/terms/announce-ends.ts', {
    ...world.deps,
    ...deps,
  });
  return handler();
}

interface Told {
  readonly ends: EndsTold;
  readonly confirmations: ConfirmationsDue;
}

/** An instant so many days from now. */
export function inDays(world: World, days: number): string {
  return new Date(world.clock.now + days * day).toISOString();
}

/** Subjects of the emails that an address got about an end. */
export function toldOf(world: World, email: string): readonly string[] {
  return world.mails
    .filter(({ to, subject }) => to === email && /residency.* end(s|ed) /.test(subject))
    .map(({ subject }) => subject);
}
