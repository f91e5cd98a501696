import type { Deployment, Use } from './measured.ts';
import type { Prices } from './prices.ts';

/** Values that can't be measured on a laptop: how long functions run in AWS, and how much AWS writes itself. */
export const assumed = {
  /** Memory of all functions, as deployed: lib/service-function.ts. */
  gigabytes: 0.5,
  /**
   * Milliseconds to start a new environment of a function: Node and its imports. AWS has billed this INIT like calls
   * since August 2025.
   */
  initMs: 350,
  /** Minutes for which Lambda keeps an idle environment. */
  keptMinutes: 10,
  /**
   * The smallest share of calls that start an environment: bursts, deployments, and environments that Lambda replaces.
   */
  leastStarts: 0.01,
  /** Milliseconds of an invocation, without its table requests. */
  invocationMs: 8,
  /** Milliseconds of a table request; they run in sequence. */
  tableRequestMs: 6,
  /** Milliseconds to typeset a document, with a third of a processor. */
  documentMs: 900,
  /** Log output of Step Functions for a state, in kB: five lines without data. */
  transitionKilobytes: 2.5,
  /** Queue requests for a message: send, receive, delete. Lambda's own polling is part of the idle deployment. */
  queueRequests: 3,
  /** Requests to an empty queue in a minute: five connections, 20 seconds each. */
  idleQueueRequests: 15,
  /** The cost of a scheduled run: milliseconds and read units. */
  clockMs: 40,
  clockReads: 3,
  /** Its log output in kB. */
  clockKilobytes: 0.8,
  /** Minutes for which AWS reuses a data key before it asks KMS for another one. */
  dataKeyMinutes: 5,
  /** Storage for 10,000 residents, in GB. */
  tableGigabytes: 2,
  fileGigabytes: 20,
  /** Uploads of 10,000 residents in a month. */
  scannedFiles: 1_000,
} as const;

/** 31 days. */
export const minutesOfMonth = 44_640;

/**
 * The share of a function's calls that start a new environment, given its calls in a month at random times: those with
 * no call in the minutes before.
 */
export function startsOf(callsOfMonth: number): number {
  return Math.max(
    assumed.leastStarts,
    Math.exp((-callsOfMonth * assumed.keptMinutes) / minutesOfMonth),
  );
}

/** A cost by service, in USD. */
export interface Cost {
  readonly table: number;
  readonly functions: number;
  readonly gateway: number;
  readonly logs: number;
  /** Workflows, queues, email. */
  readonly other: number;
}

/**
 * The monthly cost of `count` calls or cases of a measured use. It assumes that nothing else calls the functions, which
 * is an upper limit for cold starts.
 */
export function costOf(use: Use, prices: Prices, count = 1_000_000): Cost {
  const millions = count / 1_000_000;
  const seconds =
    (use.invocations * (assumed.invocationMs + startsOf(count) * assumed.initMs) +
      use.tableRequests * assumed.tableRequestMs +
      use.documents * assumed.documentMs) /
    1000;
  return {
    table: millions * (use.read * prices.readUnits + use.written * prices.writeUnits),
    functions:
      millions * use.invocations * prices.invocations +
      count * seconds * assumed.gigabytes * prices.gigabyteSecond,
    gateway: millions * use.apiCalls * prices.apiCalls,
    logs: count * logGigabytes(use) * prices.logs,
    other:
      millions *
      (use.transitions * prices.transitions +
        use.events * assumed.queueRequests * prices.queueRequests +
        use.mails * 1000 * prices.mails),
  };
}

/** The log output of one use, in GB. */
export function logGigabytes({ logKilobytes, transitions }: Use): number {
  return (logKilobytes + transitions * assumed.transitionKilobytes) / 1_000_000;
}

export function total({ table, functions, gateway, logs, other }: Cost): number {
  return table + functions + gateway + logs + other;
}

/** The cost of a month without calls, line by line. `probe` is the use of one probe call. */
export function idleMonth(
  deployment: Deployment,
  prices: Prices,
  probe: Use,
): Readonly<Record<string, number>> {
  const { alarmMetrics, alarms, idleMetrics, secrets, queues, dashboards, clock } = deployment;
  const { keys, zones, streamReaders, webAcls, webAclRules, backups, paidByUse } = deployment;
  const requests = (queues * assumed.idleQueueRequests * minutesOfMonth) / 1_000_000;
  const runs = clock.map((each) => ({ ...each, runs: minutesOfMonth / each.minutes }));
  const allRuns = runs.reduce((sum, each) => sum + each.runs, 0);
  const running = runs.reduce((sum, { minutes, gigabytes, runs: count }) => {
    const startMs = minutes > assumed.keptMinutes ? assumed.initMs : 0;
    return sum + count * ((assumed.clockMs + startMs) / 1000) * gigabytes;
  }, 0);
  const probes = minutesOfMonth / deployment.probeMinutes;
  const dataKeys =
    ((clock.length + streamReaders + queues) * minutesOfMonth) / assumed.dataKeyMinutes / 1_000_000;
  const { tableGigabytes, fileGigabytes } = assumed;
  const ofTable = backups.aDay * backups.days * backups.regions * tableGigabytes;
  const ofFiles = backups.regions * fileGigabytes;
  const sent = backups.aDay * (backups.regions - 1) * 31 * tableGigabytes;
  return {
    [`${alarms} alarms, with ${alarmMetrics} metrics`]: alarmMetrics * prices.alarm,
    [`${idleMetrics} metrics that exist without calls (waiting reviews, keys in API Gateway, the stream)`]:
      idleMetrics * prices.metric,
    [`${dashboards} dashboards; an account has three free`]:
      Math.max(0, dashboards - 3) * prices.dashboard,
    [`${webAcls} web ACLs of the firewall, with ${webAclRules} rules`]:
      webAcls * prices.firewall + webAclRules * prices.firewallRule,
    [`${secrets} secrets`]: secrets * prices.secret,
    [`${keys} KMS keys`]: keys * prices.key,
    [`${dataKeys.toFixed(2)} million requests for data keys, at most`]:
      dataKeys * prices.keyRequests,
    [`${queues} queues that Lambda polls (${requests.toFixed(1)} million requests)`]:
      requests * prices.queueRequests,
    [`${Math.round(allRuns).toLocaleString('en')} runs of scheduled functions, with INIT and logs`]:
      (allRuns * (prices.invocations + assumed.clockReads * prices.readUnits)) / 1_000_000 +
      running * prices.gigabyteSecond +
      ((allRuns * assumed.clockKilobytes) / 1_000_000) * prices.logs,
    [`${probes.toLocaleString('en')} calls of the probe`]:
      total(costOf(probe, prices, probes)) +
      (webAcls > 0 ? (probes * prices.firewallRequests) / 1_000_000 : 0),
    [`${zones} hosted zone`]: zones * prices.zone,
    [`${tableGigabytes} GB in the table, restorable to any second`]:
      tableGigabytes * (prices.tableStorage + prices.tableBackups),
    [`${fileGigabytes} GB of files`]: fileGigabytes * prices.files,
    [`${backups.aDay * backups.days} backups of the table, in ${backups.regions} Regions`]:
      ofTable * prices.tableCopies,
    [`backups of the files, in ${backups.regions} Regions`]: ofFiles * prices.fileCopies,
    [`${sent} GB of backups sent to the other Region`]: sent * prices.otherRegion,
    [`billed only by use: ${Object.entries(paidByUse)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`]: 0,
  };
}
