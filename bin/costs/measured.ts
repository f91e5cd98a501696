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

/** What a stage `prod` has whether it is used or not, counted in its template. */
const Deployment = z.object({
  alarms: z.number(),
  /** An alarm is paid for by the metrics that it looks at. */
  alarmMetrics: z.number(),
  dashboards: z.number(),
  secrets: z.number(),
  /** Metrics that are made of lines of logs. */
  logMetrics: z.number(),
  /** Those that functions emit, if everything occurs, and those that are there without a call. */
  emittedMetrics: z.number(),
  idleMetrics: z.number(),
  /** Runs of what the clock starts, in a month of 31 days. */
  clockRuns: z.number(),
  /** Queues that Lambda asks for messages. */
  queues: z.number(),
});
export type Deployment = z.output<typeof Deployment>;

const Measured = z.object({ deployment: Deployment, uses: z.record(z.string(), Use) });
export type Measured = z.output<typeof Measured>;

export const measuredFile = new URL('./measured.json', import.meta.url);

/** As `test/service/costs.all.test.ts` has measured it. */
export function readMeasured(): Measured {
  return Measured.parse(JSON.parse(readFileSync(measuredFile, 'utf8')));
}
