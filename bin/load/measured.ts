import { readFileSync } from 'node:fs';
import * as z from 'zod';

/**
 * What one call, or one whole case, asks of the partitions of a kind: units of the list, or the one key, that is asked
 * most. Of a spread list that is the sum over its partitions.
 */
const Asked = z.object({ written: z.number(), read: z.number() });
export type Asked = z.output<typeof Asked>;

/** By act, as in bin/costs/measured.json, then by place and pattern: `gsi1 AUDIT`. */
const Load = z.record(z.string(), z.record(z.string(), Asked));
export type Load = z.output<typeof Load>;

export const loadFile = new URL('./measured.json', import.meta.url);

/** As `test/service/costs.all.test.ts` has measured it. */
export function readLoad(): Load {
  return Load.parse(JSON.parse(readFileSync(loadFile, 'utf8')));
}
