import { timeLeft } from '../../kernel/runtime/deadline.ts';

/**
 * For how long work counts as alive without a sign of life, in milliseconds. Signs come twice as often, so that
 * the event loop may be blocked for a while.
 */
export const leaseTime = 2_000;

/**
 * Gives signs of life until the returned function is called: `renew` says whether they are still wanted. They
 * end by themselves at the work's deadline, so that a function that is frozen and woken for another call gives
 * none for work that is over.
 */
export function keepAlive(renew: () => Promise<boolean>): () => void {
  let wanted = true;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      // If one is lost, the next may still come in time.
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
