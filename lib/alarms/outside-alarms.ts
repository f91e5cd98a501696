import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { noRoomForGatewayKey } from '../../shared/access/gateway-keys.ts';
import { mailRejected } from '../../shared/mail/post.ts';
import { settledNothing } from '../../shared/payments/domain/payment.ts';
import type { AlarmOf } from './alarm.ts';
import { logMetric } from './log-metric.ts';

export interface OutsideAlarmsProps {
  readonly stage: string;
  /** Where the function that delivers events writes its lines. */
  readonly outboxLogs: ILogGroup;
  /** Where the function that hears from payment providers writes its lines; undefined where there is none. */
  readonly paymentLogs: ILogGroup | undefined;
  /** The configuration set of SES under which mail is sent. */
  readonly configurationSet: string;
}

/** What mail, payment providers and the account refuse us. */
export function outsideAlarms(scope: Construct, props: OutsideAlarmsProps): readonly AlarmOf[] {
  const { stage, outboxLogs, paymentLogs, configurationSet } = props;
  const lines = (id: string, metricName: string, logGroup: ILogGroup, message: string) =>
    logMetric(scope, id, {
      stage,
      logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', message),
      metricName,
    });
  return [
    {
      id: 'RejectedMails',
      metric: lines('MailsThatSesRejects', 'RejectedMails', outboxLogs, mailRejected),
      threshold: 1,
      impact:
        'Somebody waits for a mail that is not sent, such as the code to sign in with; without a verified sender that is everybody.',
      runbook: 'rejected-mails',
    },
    {
      id: 'MailBounces',
      metric: reputation('Reputation.BounceRate', configurationSet),
      threshold: 0.05, // SES puts an account under review at 5 %, and may stop its mail at 10 %
      impact:
        'Everybody soon: a twentieth of all mails comes back, and SES stops the mail of the whole account at a tenth.',
      runbook: 'mail-bounces',
    },
    {
      id: 'MailComplaints',
      metric: reputation('Reputation.ComplaintRate', configurationSet),
      threshold: 0.001, // SES puts an account under review at 0.1 %, and may stop its mail at 0.5 %
      impact:
        'Everybody soon: one mail of a thousand is called spam by its reader, and SES stops the mail of the whole account at five.',
      runbook: 'mail-complaints',
    },
    {
      id: 'GatewayKeysFull',
      metric: lines(
        'KeysWithoutGatewayKey',
        'KeysWithoutGatewayKey',
        outboxLogs,
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

/** SES reckons these itself, over the mails that it takes for representative, as a share of 1. */
function reputation(metricName: string, configurationSet: string): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName,
    dimensionsMap: { 'ses:configuration-set': configurationSet },
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}
