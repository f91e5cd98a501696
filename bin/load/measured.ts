import { readFileSync } from 'node:fs';
import * as z from 'zod';

/**
 * The use of a kind's partitions by one call, or one whole case: units of the list, or of the most used single key. For
 * a sharded list it is the sum over its partitions.
 */
const Asked = z.object({ written: z.number(), read: z.number() });
export type Asked = z.output<typeof Asked>;

/** By act, as in bin/costs/measured.json, then by place and pattern: `gsi1 AUDIT`. */
const Load = z.record(z.string(), z.record(z.string(), Asked));
export type Load = z.output<typeof Load>;

export const loadFile = new URL('./measured.json', import.meta.url);

/** As measured by `test/service/costs.all.test.ts`. */
export function readLoad(): Load {
  return Load.parse(JSON.parse(readFileSync(loadFile, 'utf8')));
}
