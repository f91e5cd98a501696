import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What one call, or one whole case, uses, including everything that follows from it. */
const Use = z.object({
  /** Read and write units of the table and its indexes. */
  read: z.number(),
  written: z.number(),
  tableRequests: z.number(),
  apiCalls: z.number(),
  invocations: z.number(),
  /** The invocations that typeset PDFs. */
  documents: z.number(),
  /** States that executions of workflows entered. */
  transitions: z.number(),
  events: z.number(),
  mails: z.number(),
  logKilobytes: z.number(),
});
export type Use = z.output<typeof Use>;

/** The resources of a full production stage, used or not: counted in its templates, and named in its settings. */
const Deployment = z.object({
  alarms: z.number(),
  /** An alarm costs by the number of metrics it watches. */
  alarmMetrics: z.number(),
  dashboards: z.number(),
  /** From the templates and from the settings. */
  secrets: z.number(),
  keys: z.number(),
  zones: z.number(),
  /** All metrics of the stage, if every event occurs, and those that scheduled runs cause. */
  metrics: z.number(),
  idleMetrics: z.number(),
  /** For each schedule: the minutes between two runs, and the memory of its function. */
  clock: z.array(z.object({ minutes: z.number(), gigabytes: z.number() })),
  /** Minutes between two calls of the probe. */
  probeMinutes: z.number(),
  /** Queues that Lambda polls, and consumers of the table's stream. */
  queues: z.number(),
  streamReaders: z.number(),
  webAcls: z.number(),
  webAclRules: z.number(),
  /** Backups a day, for how many days each is kept, and in how many Regions. */
  backups: z.object({ aDay: z.number(), days: z.number(), regions: z.number() }),
  logDays: z.number(),
  /** The number of resources without a monthly price, by name. */
  paidByUse: z.record(z.string(), z.number()),
});
export type Deployment = z.output<typeof Deployment>;

const Measured = z.object({ deployment: Deployment, uses: z.record(z.string(), Use) });
export type Measured = z.output<typeof Measured>;

export const measuredFile = new URL('./measured.json', import.meta.url);

/** As measured by `test/service/costs.all.test.ts`. */
export function readMeasured(): Measured {
  return Measured.parse(JSON.parse(readFileSync(measuredFile, 'utf8')));
}
