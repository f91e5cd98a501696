import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { metrics } from '../../shared/kernel/domain/metric.ts';
import type { MailKind } from '../../shared/mail/domain/mail-kind.ts';
import { type AlarmOf, period } from './alarm.ts';
import { emittedMetric } from './emitted-metric.ts';
import { functionMetric } from './function-metric.ts';

export interface OutsideAlarmsProps {
  readonly stage: string;
  /** Stores SES's email reports. */
  readonly mailReports: { readonly deadLetters: IQueue };
  /** Stores GuardDuty's findings about uploads; undefined if uploads are not scanned. */
  readonly uploadScans: { readonly deadLetters: IQueue } | undefined;
  /** The name of the function that compares keys with API Gateway. */
  readonly reconciliation: string;
  /** Names of the SES configuration sets that email is sent with. */
  readonly configurationSets: Readonly<Record<MailKind, string>>;
}

/** Alarms for problems with email, payment providers and account limits. */
export function outsideAlarms({
  stage,
  mailReports,
  uploadScans,
  reconciliation,
  configurationSets,
}: OutsideAlarmsProps): readonly AlarmOf[] {
  return [
    {
      id: 'RejectedEmails',
      metric: emittedMetric(stage, { metric: 'Mails', dimensions: { Outcome: 'rejected' } }),
      threshold: 1,
      runbook: 'rejected-emails',
    },
    {
      id: 'UndeliverableEmails',
      metric: emittedMetric(stage, {
        metric: 'Mails',
        dimensions: { Outcome: 'bounced_requested' },
      }),
      threshold: 1,
      runbook: 'undeliverable-emails',
    },
    {
      id: 'WithheldEmails',
      metric: emittedMetric(stage, {
        metric: 'Mails',
        dimensions: { Outcome: 'withheld_requested' },
      }),
      threshold: 1,
      runbook: 'withheld-emails',
    },
    {
      id: 'LostMailReports',
      metric: mailReports.deadLetters.metricApproximateNumberOfMessagesVisible({
        period,
        statistic: 'Maximum',
      }),
      threshold: 1,
      runbook: 'lost-mail-reports',
    },
    ...(uploadScans === undefined
      ? []
      : [
          {
            id: 'LostUploadScans',
            metric: uploadScans.deadLetters.metricApproximateNumberOfMessagesVisible({
              period,
              statistic: 'Maximum',
            }),
            threshold: 1,
            runbook: 'lost-upload-scans' as const,
          },
        ]),
    ...Object.entries(configurationSets).flatMap(([kind, set]) => reputationAlarms(kind, set)),
    {
      id: 'GatewayKeysFull',
      metric: emittedMetric(stage, { metric: 'KeysWithoutGatewayKey' }),
      threshold: 1,
      runbook: 'gateway-keys-full',
    },
    {
      id: 'GatewayKeysNearFull',
      // Each comparison counts them, slightly less than once an hour; a period of one hour would have gaps.
      metric: emittedMetric(
        stage,
        { metric: 'GatewayKeysInAccount' },
        { statistic: 'Maximum', period: Duration.hours(3) },
      ),
      threshold: 8_000, // an account takes 10,000, and AWS raises that limit for no account
      runbook: 'gateway-keys-near-full',
    },
    {
      id: 'GatewayKeyChecksFailed',
      metric: functionMetric(reconciliation, 'Errors', {
        period: Duration.hours(1),
        statistic: 'Sum',
      }),
      threshold: 3,
      silence: 'rings',
      runbook: 'gateway-key-checks-failed',
    },
    {
      id: 'KeyChecksFailed',
      // Each comparison with failures reports their number, slightly less than once an hour.
      metric: emittedMetric(
        stage,
        { metric: 'KeyChecksFailed' },
        { statistic: 'Maximum', period: Duration.hours(3) },
      ),
      threshold: 1,
      runbook: 'gateway-key-checks-failed',
      which: 'keys',
    },
    {
      id: 'UnsettledPayments',
      metric: unsettledPayments(stage),
      threshold: 1,
      runbook: 'unsettled-payments',
    },
  ];
}

/** The shares of emails of this kind that bounce or are marked as spam. */
function reputationAlarms(which: string, set: string): readonly AlarmOf[] {
  const name = `${which.charAt(0).toUpperCase()}${which.slice(1)}`;
  return [
    {
      id: `MailBounces${name}`,
      metric: reputation('Reputation.BounceRate', set),
      threshold: 0.05, // SES puts an account under review at 5 %, and may stop its mail at 10 %
      runbook: 'mail-bounces',
      which,
    },
    {
      id: `MailComplaints${name}`,
      metric: reputation('Reputation.ComplaintRate', set),
      threshold: 0.001, // SES puts an account under review at 0.1 %, and may stop its mail at 0.5 %
      runbook: 'mail-complaints',
      which,
    },
  ];
}

function unsettledPayments(stage: string): IMetric {
  const outcomes = metrics.UnsettledPayments.dimensions.Outcome.map(
    (Outcome): [string, IMetric] => [
      Outcome,
      emittedMetric(stage, { metric: 'UnsettledPayments', dimensions: { Outcome } }),
    ],
  );
  return new MathExpression({
    // If one metric has no value at that time, the sum would have none either.
    expression: outcomes.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(outcomes),
    period,
  });
}

/** SES calculates these itself, as a share of 1, from the emails that it considers representative. */
function reputation(metricName: string, set: string): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName,
    dimensionsMap: { 'ses:configuration-set': set },
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}
