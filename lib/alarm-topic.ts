import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, type Node } from 'constructs';
import { alarmName, makeAlarm } from './alarms/make-alarm.ts';
import { releaseAlarms } from './alarms/release-alarms.ts';
import type { Release } from './release/releases.ts';

export interface AlarmTopicProps {
  readonly stage: string;
  /** Functions that are called by an alias; none where new versions are not tried. */
  readonly releases: readonly Release[];
}

/** Context `alarmPage`: email addresses, separated by commas. Throws on what is none. */
export function alarmReceivers(node: Node, name: string): readonly string[] {
  const given = String(node.tryGetContext(name) ?? '');
  const addresses = given.split(',').map((each) => each.trim());
  if (given === '') return [];
  if (!addresses.every((each) => /^[^\s@<>,]+@[^\s@<>,]+$/.test(each))) {
    throw new Error(`${name}: email addresses, separated by commas`);
  }
  return [...new Set(addresses)];
}

/**
 * The topic that operators subscribe to, and the alarms that end the trial of a new version. All other alarms are in
 * the stack of monitoring. The topic stays here, under the id that it always had: another one would have no subscribers.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;
  /** Names of the alarms that are made here. */
  readonly alarmNames: readonly string[];

  constructor(scope: Construct, { stage, releases }: AlarmTopicProps) {
    super(scope, 'Monitoring');
    this.topic = this.#topicOf(stage);
    this.alarmNames = releaseAlarms({ stage, releases }).map((each) => {
      makeAlarm(this, { stage, topic: this.topic }, each);
      return alarmName(stage, each);
    });
    // In the stack's scope: there it has the name that the runbook says.
    new CfnOutput(scope, 'AlarmTopic', {
      value: this.topic.topicArn,
      description: 'Topic of the alarms: subscribe someone',
    });
  }

  /**
   * A policy of its own, such as TLS only, replaces the one that SNS would give the topic, which lets the
   * account's services publish: without the second statement no alarm would reach anybody.
   */
  #topicOf(stage: string): Topic {
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
            'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:registry-${stage}-*`,
          },
        },
      }),
    );
    return topic;
  }
}
