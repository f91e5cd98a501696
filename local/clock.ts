import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from './engines/write-atomically.ts';

/** This machine's clock, as the service sees it. */
export interface Clock {
  /** Moves it to an instant. An instant in the past has no effect, because existing data would be in the future. */
  moveTo(instant: Date): void;
  /** Restores the process's own clock. */
  stop(): Promise<void>;
}

const Kept = z.object({ aheadMs: z.int().check(z.nonnegative()) });

/**
 * Puts the time of this process under the control of `POST /local/clock`: functions, their libraries and the engines
 * all use `Date`, and must agree. The clock continues where the last run with the data directory left it. Timers and
 * deadlines are not affected.
 */
export function startClock(dataDirectory: string | undefined): Clock {
  const file = dataDirectory && join(dataDirectory, 'clock.json');
  const { Date: RealDate } = globalThis;
  let aheadMs = file === undefined ? 0 : readAhead(file);
  const now = () => RealDate.now() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return {
    moveTo: (instant) => {
      aheadMs = Math.max(aheadMs, instant.getTime() - RealDate.now());
      if (file !== undefined) writeAtomically(file, JSON.stringify({ aheadMs }));
    },
    stop: async () => {
      globalThis.Date = RealDate;
    },
  };
}

/** How far ahead the clock was; zero if it was never moved. */
function readAhead(file: string): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return 0;
    throw error;
  }
  try {
    return Kept.parse(JSON.parse(text)).aheadMs;
  } catch {
    throw new Error(`${file} is damaged: remove it to go back to today's time.`);
  }
}
