import { expect, it } from 'vitest';
import { atMost } from '../../local/at-most.ts';

/** Pieces of work that end on request; `begun` lists their names in the order in which they began. */
function pieces() {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<number>>();
  const work = (name: number) => () => {
    const end = Promise.withResolvers<number>();
    begun.push(name);
    ends.set(name, end);
    return end.promise;
  };
  return { begun, work, end: (name: number) => ends.get(name) };
}

it('runs at most the given number of tasks in parallel, in the order in which they were added', async () => {
  const run = atMost(2);
  const { begun, work, end } = pieces();
  const results = [1, 2, 3, 4].map((name) => run(work(name)));
  expect(begun).toEqual([1, 2]);
  end(2)?.resolve(2);
  await results[1];
  expect(begun).toEqual([1, 2, 3]);
  const late = run(work(5));
  end(1)?.resolve(1);
  await results[0];
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const name of [3, 4]) end(name)?.resolve(name);
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  end(5)?.resolve(5);
  expect(await late).toBe(5);
});

it('starts the next task if one fails, and passes the failure to its caller', async () => {
  const run = atMost(1);
  const failed = run(() => Promise.reject(new Error('no')));
  const next = run(async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await run(async () => 'free')).toBe('free');
});
