import type { Deployment, Use } from './measured.ts';
import type { Prices } from './prices.ts';

/** What can't be measured on a laptop: how long functions run in AWS, and how much AWS writes by itself. */
export const assumed = {
  /** Memory of all functions, as deployed: lib/service-function.ts. */
  gigabytes: 0.5,
  /** Milliseconds of an invocation, without its requests to the table. */
  invocationMs: 8,
  /** Milliseconds of a request to the table, one after the other. */
  tableRequestMs: 6,
  /** Milliseconds of typesetting a document, at a third of a processor. */
  documentMs: 900,
  /** What Step Functions logs of a state, in kB: five lines without data. */
  transitionKilobytes: 2.5,
  /** Requests to a queue for a message: sent, received, deleted; Lambda's own asking is the deployment's. */
  queueRequests: 3,
  /** Requests to an empty queue in a month: five connections, 20 seconds each. */
  idleQueueRequests: 648_000,
  /** What a run of what the clock starts takes: milliseconds, and read units. */
  clockMs: 40,
  clockReads: 3,
} as const;

/** What something costs by service, in USD. */
export interface Cost {
  readonly table: number;
  readonly functions: number;
  readonly gateway: number;
  readonly logs: number;
  /** Workflows, queues, mail. */
  readonly other: number;
}

/** What `count` of something that was measured cost. */
export function costOf(use: Use, prices: Prices, count = 1_000_000): Cost {
  const millions = count / 1_000_000;
  const seconds =
    (use.invocations * assumed.invocationMs +
      use.tableRequests * assumed.tableRequestMs +
      use.documents * assumed.documentMs) /
    1000;
  const gigabytesLogged =
    (use.logKilobytes + use.transitions * assumed.transitionKilobytes) / 1_000_000;
  return {
    table: millions * (use.read * prices.readUnits + use.written * prices.writeUnits),
    functions:
      millions * use.invocations * prices.invocations +
      count * seconds * assumed.gigabytes * prices.gigabyteSecond,
    gateway: millions * use.apiCalls * prices.apiCalls,
    logs: count * gigabytesLogged * prices.logs,
    other:
      millions *
      (use.transitions * prices.transitions +
        use.events * assumed.queueRequests * prices.queueRequests +
        use.mails * 1000 * prices.mails),
  };
}

export function total({ table, functions, gateway, logs, other }: Cost): number {
  return table + functions + gateway + logs + other;
}

/** What a month costs in which nobody calls, line by line. */
export function idleMonth(
  deployment: Deployment,
  prices: Prices,
): Readonly<Record<string, number>> {
  const { alarmMetrics, alarms, idleMetrics, secrets, queues, dashboards, clockRuns } = deployment;
  const requests = (queues * assumed.idleQueueRequests) / 1_000_000;
  return {
    [`${alarms} alarms, with ${alarmMetrics} metrics`]: alarmMetrics * prices.alarm,
    [`${idleMetrics} metrics that exist without calls (waiting reviews, keys in API Gateway)`]:
      idleMetrics * prices.metric,
    [`${dashboards} dashboards; an account has three free`]: 0,
    [`${secrets} secrets`]: secrets * prices.secret,
    [`${queues} queues that Lambda polls (${requests.toFixed(1)} million requests)`]:
      requests * prices.queueRequests,
    [`${clockRuns} runs of scheduled functions`]:
      (clockRuns * (prices.invocations + assumed.clockReads * prices.readUnits)) / 1_000_000 +
      clockRuns * (assumed.clockMs / 1000) * assumed.gigabytes * prices.gigabyteSecond,
    'one KMS key that signs copies; AWS-managed keys encrypt': 1,
  };
}
