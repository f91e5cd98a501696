import { timeLeft } from '../kernel/deadline.ts';

/**
 * For how long work is taken to be alive without a sign of life, in milliseconds. Signs come twice as often, so that
 * an event loop may be held up for a while.
 */
export const leaseTime = 2_000;

/**
 * Gives signs of life until the returned function is called: `renew` says whether they are still wanted. They end by
 * themselves with the time that the work has, so that a function that is frozen and woken for another call gives
 * none for a work that has gone.
 */
export function keepAlive(renew: () => Promise<boolean>): () => void {
  let wanted = true;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      // One that got lost may be made up for by the next.
      const goesOn = await renew().catch(() => true);
      if (wanted && goesOn && timeLeft() > 0) next();
    }, leaseTime / 2);
    timer.unref();
  };
  next();
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}
