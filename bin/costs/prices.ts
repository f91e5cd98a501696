/**
 * List prices in USD, without taxes, free tiers and discounts, as AWS published them for two regions. They change:
 * check them at the address next to each.
 */
export interface Prices {
  /** A million read units on demand. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  readonly readUnits: number;
  /** A million write units on demand. */
  readonly writeUnits: number;
  /** A GB of table for a month, and of the backups for point-in-time recovery. */
  readonly tableStorage: number;
  readonly tableBackups: number;
  /** A million calls of a REST API. https://aws.amazon.com/api-gateway/pricing/ */
  readonly apiCalls: number;
  /** A million invocations. https://aws.amazon.com/lambda/pricing/ */
  readonly invocations: number;
  /** A GB second on arm64. */
  readonly gigabyteSecond: number;
  /** A million state transitions. https://aws.amazon.com/step-functions/pricing/ */
  readonly transitions: number;
  /** A million requests to a queue. https://aws.amazon.com/sqs/pricing/ */
  readonly queueRequests: number;
  /** A thousand emails. https://aws.amazon.com/ses/pricing/ */
  readonly mails: number;
  /** A GB of ingested logs. https://aws.amazon.com/cloudwatch/pricing/ */
  readonly logs: number;
  /** A GB of logs stored for a month, compressed to about a third. */
  readonly logStorage: number;
  /** A metric, and a metric of an alarm, for a month; a dashboard after the first three. */
  readonly metric: number;
  readonly alarm: number;
  readonly dashboard: number;
  /** A secret for a month. https://aws.amazon.com/secrets-manager/pricing/ */
  readonly secret: number;
  /** A GB of files for a month. https://aws.amazon.com/s3/pricing/ */
  readonly files: number;
  /**
   * A web ACL for a month, a rule, a million requests, if a deployment has a firewall.
   * https://aws.amazon.com/waf/pricing/
   */
  readonly firewall: number;
  readonly firewallRule: number;
  readonly firewallRequests: number;
  /** A KMS key for a month, and a million requests to it. https://aws.amazon.com/kms/pricing/ */
  readonly key: number;
  readonly keyRequests: number;
  /** A hosted zone for a month. https://aws.amazon.com/route53/pricing/ */
  readonly zone: number;
  /** A GB of backups of the table, and of files, for a month. https://aws.amazon.com/backup/pricing/ */
  readonly tableCopies: number;
  readonly fileCopies: number;
  /** A GB sent to another Region. */
  readonly otherRegion: number;
  /** A million CloudTrail events. https://aws.amazon.com/cloudtrail/pricing/ */
  readonly trailEvents: number;
  /** A GB and a thousand files scanned for malware. https://aws.amazon.com/guardduty/pricing/ */
  readonly scannedGigabyte: number;
  readonly scannedFiles: number;
}

/** The date of these prices; no price list was available when they were written. */
export const pricesOf = 'November 2026, from memory of the published lists';

const everywhere = {
  invocations: 0.2,
  gigabyteSecond: 0.000_013_333_4,
  transitions: 25,
  queueRequests: 0.4,
  mails: 0.1,
  logStorage: 0.03,
  metric: 0.3,
  alarm: 0.1,
  dashboard: 3,
  secret: 0.4,
  firewall: 5,
  firewallRule: 1,
  firewallRequests: 0.6,
  key: 1,
  keyRequests: 3,
  zone: 0.5,
  otherRegion: 0.02,
  trailEvents: 1,
  scannedGigabyte: 0.09,
  scannedFiles: 0.215,
};

export const prices = {
  'us-east-1': {
    ...everywhere,
    readUnits: 0.125,
    writeUnits: 0.625,
    tableStorage: 0.25,
    tableBackups: 0.2,
    apiCalls: 3.5,
    logs: 0.5,
    files: 0.023,
    tableCopies: 0.1,
    fileCopies: 0.05,
  },
  'eu-central-1': {
    ...everywhere,
    readUnits: 0.1525,
    writeUnits: 0.7625,
    tableStorage: 0.306,
    tableBackups: 0.2448,
    apiCalls: 3.7,
    logs: 0.63,
    files: 0.0245,
    tableCopies: 0.1224,
    fileCopies: 0.055,
  },
} as const satisfies Readonly<Record<string, Prices>>;
