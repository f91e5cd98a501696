import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What one call, or one whole case, uses; with everything that follows from it. */
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

/** What a full production stage has, whether it is used or not: counted in its templates, and what its settings name. */
const Deployment = z.object({
  alarms: z.number(),
  /** An alarm is paid for by the metrics that it looks at. */
  alarmMetrics: z.number(),
  dashboards: z.number(),
  /** Those in the templates and those that the settings name. */
  secrets: z.number(),
  keys: z.number(),
  zones: z.number(),
  /** All metrics of the stage, if everything occurs, and those that the clock causes. */
  metrics: z.number(),
  idleMetrics: z.number(),
  /** For each rule of the clock: the minutes between two runs, and the memory of its function. */
  clock: z.array(z.object({ minutes: z.number(), gigabytes: z.number() })),
  /** Minutes between two calls of the probe. */
  probeMinutes: z.number(),
  /** Queues that Lambda asks for messages, and readers of the table's stream. */
  queues: z.number(),
  streamReaders: z.number(),
  webAcls: z.number(),
  webAclRules: z.number(),
  /** Backups of one day, for how many days each is kept, and in how many Regions. */
  backups: z.object({ aDay: z.number(), days: z.number(), regions: z.number() }),
  logDays: z.number(),
  /** What has no monthly price, by its name: how many there are. */
  paidByUse: z.record(z.string(), z.number()),
});
export type Deployment = z.output<typeof Deployment>;

const Measured = z.object({ deployment: Deployment, uses: z.record(z.string(), Use) });
export type Measured = z.output<typeof Measured>;

export const measuredFile = new URL('./measured.json', import.meta.url);

/** As `test/service/costs.all.test.ts` has measured it. */
export function readMeasured(): Measured {
  return Measured.parse(JSON.parse(readFileSync(measuredFile, 'utf8')));
}
