import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ConfigurationSet } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { noRoomForGatewayKey } from '../../shared/access/gateway-keys.ts';
import type { MailKind } from '../../shared/mail/domain/mail-kind.ts';
import { mailRejected } from '../../shared/mail/post.ts';
import { mailBounced, mailComplained } from '../../shared/mail/usecases/note-mail-report.ts';
import { settledNothing } from '../../shared/payments/domain/payment.ts';
import { type AlarmOf, period } from './alarm.ts';
import { logMetric } from './log-metric.ts';

export interface OutsideAlarmsProps {
  readonly stage: string;
  /** Where the function that sends mails writes its lines. */
  readonly mailLogs: ILogGroup;
  /** Where the function that makes gateway keys writes its lines. */
  readonly gatewayKeyLogs: ILogGroup;
  /** Where the function that hears from payment providers writes its lines; undefined where there is none. */
  readonly paymentLogs: ILogGroup | undefined;
  /** What keeps what SES reports of mails. */
  readonly mailReports: { readonly logs: ILogGroup; readonly deadLetters: Queue };
  /** The configuration sets of SES under which mail is sent. */
  readonly configurationSets: Readonly<Record<MailKind, ConfigurationSet>>;
}

/** What mail, payment providers and the account refuse us. */
export function outsideAlarms(scope: Construct, props: OutsideAlarmsProps): readonly AlarmOf[] {
  const { stage, mailLogs, gatewayKeyLogs, paymentLogs, mailReports, configurationSets } = props;
  const lines = (id: string, metricName: string, logGroup: ILogGroup, message: string) =>
    logMetric(scope, id, {
      stage,
      logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', message),
      metricName,
    });
  const rejected = lines('MailsThatSesRejects', 'RejectedMails', mailLogs, mailRejected);
  // Two logs, one metric: some mails SES refuses at once, others it reports.
  lines('MailsThatSesDrops', 'RejectedMails', mailReports.logs, mailRejected);
  // Its share has an alarm below; this is for whoever asks how many.
  lines('MailsCalledSpam', 'ComplainedMails', mailReports.logs, mailComplained);
  return [
    {
      id: 'RejectedMails',
      metric: rejected,
      threshold: 1,
      impact:
        'Somebody waits for a mail that is not sent, such as the code to sign in with; without a verified sender that is everybody.',
      runbook: 'rejected-mails',
    },
    {
      id: 'UndeliverableMail',
      metric: logMetric(scope, 'AskedMailsThatBounce', {
        stage,
        logGroup: mailReports.logs,
        filterPattern: FilterPattern.all(
          FilterPattern.stringValue('$.message', '=', mailBounced),
          FilterPattern.stringValue('$.kind', '=', 'asked'),
        ),
        metricName: 'BouncedMails',
      }),
      threshold: 1,
      impact:
        'Somebody with an account gets no more mail, sign-in codes included: what they were sent came back for good.',
      runbook: 'undeliverable-mail',
    },
    {
      id: 'LostMailReports',
      metric: mailReports.deadLetters.metricApproximateNumberOfMessagesVisible({
        period,
        statistic: 'Maximum',
      }),
      threshold: 1,
      impact:
        'Nobody yet: what SES reported of a mail was not kept, so an address that is dead may be mailed again.',
      runbook: 'lost-mail-reports',
    },
    ...Object.entries(configurationSets).flatMap(([kind, set]) => reputationAlarms(kind, set)),
    {
      id: 'GatewayKeysFull',
      metric: lines(
        'KeysWithoutGatewayKey',
        'KeysWithoutGatewayKey',
        gatewayKeyLogs,
        noRoomForGatewayKey,
      ),
      threshold: 1,
      impact:
        'Nobody yet: the account has no room for another gateway key, so that new keys are metered together, by the plan of overflow.',
      runbook: 'gateway-keys-full',
    },
    ...(paymentLogs === undefined
      ? []
      : [
          {
            id: 'UnsettledPayments',
            metric: lines(
              'PaymentsThatSettleNothing',
              'UnsettledPayments',
              paymentLogs,
              settledNothing,
            ),
            threshold: 1,
            impact:
              'Somebody has paid for nothing: twice, another amount than was asked for, or for something that nobody knows.',
            runbook: 'unsettled-payments',
          },
        ]),
  ];
}

/** The shares of mails of a kind that come back, and that are called spam. */
function reputationAlarms(which: string, set: ConfigurationSet): readonly AlarmOf[] {
  const name = `${which.charAt(0).toUpperCase()}${which.slice(1)}`;
  return [
    {
      id: `MailBounces${name}`,
      metric: reputation('Reputation.BounceRate', set),
      threshold: 0.05, // SES puts an account under review at 5 %, and may stop its mail at 10 %
      impact:
        'Everybody soon: a twentieth of these mails comes back, and SES stops the mail of the whole account at a tenth.',
      runbook: 'mail-bounces',
      which,
    },
    {
      id: `MailComplaints${name}`,
      metric: reputation('Reputation.ComplaintRate', set),
      threshold: 0.001, // SES puts an account under review at 0.1 %, and may stop its mail at 0.5 %
      impact:
        'Everybody soon: one of a thousand of these mails is called spam by its reader, and SES stops the mail of the whole account at five.',
      runbook: 'mail-complaints',
      which,
    },
  ];
}

/** SES reckons these itself, over the mails that it takes for representative, as a share of 1. */
function reputation(metricName: string, set: ConfigurationSet): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName,
    dimensionsMap: { 'ses:configuration-set': set.configurationSetName },
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}
