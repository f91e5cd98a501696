import { Duration } from 'aws-cdk-lib';
import type { AlarmOf } from './alarm.ts';
import { functionMetric } from './function-metric.ts';

/** Three runs of a quarter of an hour have failed, or there was none. */
export function webhookAlarms({ waking }: { readonly waking: string }): readonly AlarmOf[] {
  return [
    {
      id: 'WebhooksNotWoken',
      metric: functionMetric(waking, 'Errors', { period: Duration.minutes(15), statistic: 'Sum' }),
      threshold: 3,
      silence: 'rings',
      impact:
        'What did not arrive at the first attempts is not sent again until this works; what happens now is sent.',
      runbook: 'webhooks-late',
    },
  ];
}
