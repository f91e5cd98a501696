import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { AlarmOf } from './alarm.ts';
import { descriptionOf, type Urgency, urgencyOf } from './articles.ts';

export interface AlarmPlace {
  readonly stage: string;
  /** Receives alarms, and a notification when they are over. */
  readonly topics: Readonly<Record<Urgency, ITopic>>;
}

/** Creates a declared alarm, named after its runbook page. */
export function makeAlarm(
  scope: Construct,
  { stage, topics }: AlarmPlace,
  declared: AlarmOf,
): Alarm {
  const { id, runbook, which, percentile, ends, ...props } = declared;
  const alarm = new Alarm(scope, id, {
    alarmName: alarmName(stage, declared),
    alarmDescription: descriptionOf(runbook, which),
    metric: props.metric,
    threshold: props.threshold,
    evaluationPeriods: props.evaluationPeriods ?? 1,
    treatMissingData:
      props.silence === 'rings' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    ...(percentile && { evaluateLowSampleCountPercentile: 'ignore' }),
  });
  const action = new SnsAction(topics[urgencyOf(runbook, which)]);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  for (const group of ends ?? []) group.addAlarm(alarm);
  return alarm;
}

/** The name of an alarm in the account. */
export function alarmName(stage: string, { runbook, which }: Pick<AlarmOf, 'runbook' | 'which'>) {
  return `registry-${stage}-${which === undefined ? runbook : `${runbook}-${which}`}`;
}
