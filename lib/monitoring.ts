import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Alarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { AlarmOf } from './alarms/alarm.ts';
import { type ApiAlarmsProps, apiAlarms } from './alarms/api-alarms.ts';
import { dataAlarms } from './alarms/data-alarms.ts';
import { type EventAlarmsProps, eventAlarms } from './alarms/event-alarms.ts';
import { type OutsideAlarmsProps, outsideAlarms } from './alarms/outside-alarms.ts';
import { type PaymentAlarmsProps, paymentAlarms } from './alarms/payment-alarms.ts';
import { type ProbeAlarmProps, probeAlarm } from './alarms/probe-alarm.ts';
import { type RegistryAlarmsProps, registryAlarms } from './alarms/registry-alarms.ts';
import { type ReleaseAlarmsProps, releaseAlarms } from './alarms/release-alarms.ts';
import { Dashboards } from './dashboards.ts';

export interface MonitoringProps
  extends ApiAlarmsProps,
    EventAlarmsProps,
    OutsideAlarmsProps,
    PaymentAlarmsProps,
    ProbeAlarmProps,
    RegistryAlarmsProps,
    ReleaseAlarmsProps {
  readonly table: ITableV2;
}

/** Alarms, the topic that operators subscribe to, and the dashboards. */
export class Monitoring extends Construct {
  readonly #stage: string;
  readonly #topic: Topic;

  constructor(scope: Construct, props: MonitoringProps) {
    super(scope, 'Monitoring');
    this.#stage = props.stage;
    this.#topic = this.alarmTopic();
    const alarms = [
      ...apiAlarms(this, props),
      ...eventAlarms(props),
      ...dataAlarms(props.table),
      ...outsideAlarms(props),
      ...paymentAlarms(props),
      ...registryAlarms(props),
      ...releaseAlarms(props),
      ...probeAlarm(props),
    ].map((each) => this.alarm(each));
    new Dashboards(scope, { ...props, alarms });
    // In the stack's scope: there it has the name that the runbook says.
    new CfnOutput(scope, 'AlarmTopic', {
      value: this.#topic.topicArn,
      description: 'Topic of the alarms: subscribe somebody',
    });
  }

  /**
   * A policy of its own, such as TLS only, replaces the one that SNS would give the topic, which lets the
   * account's services publish: without the second statement no alarm would reach anybody.
   */
  private alarmTopic(): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    const { account, partition, region } = Stack.of(this);
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisStage',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: {
            'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:registry-${this.#stage}-*`,
          },
        },
      }),
    );
    return topic;
  }

  private alarm({ id, runbook, which, impact, percentile, ends, ...props }: AlarmOf): Alarm {
    const name = which === undefined ? runbook : `${runbook}-${which}`;
    const alarm = new Alarm(this, id, {
      alarmName: `registry-${this.#stage}-${name}`,
      alarmDescription: `${impact} Runbook: docs/runbook.md#${runbook}`,
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.evaluationPeriods ?? 1,
      treatMissingData:
        props.silence === 'rings' ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      ...(percentile && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    for (const group of ends ?? []) group.addAlarm(alarm);
    return alarm;
  }
}
