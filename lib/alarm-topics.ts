import { ArnFormat, CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, type Node } from 'constructs';
import type { Urgency } from './alarms/articles.ts';

/** Email addresses that receive alarms. */
export type AlarmReceivers = Readonly<Record<Urgency, readonly string[]>>;

const descriptions: Readonly<Record<Urgency, string>> = {
  page: 'Topic of the alarms that need someone now',
  ticket: 'Topic of the alarms that can wait until today or this week',
};

/** Context `alarmPage` and `alarmTicket`: email addresses, separated by commas. Throws on an invalid address. */
export function alarmReceivers(node: Node): AlarmReceivers {
  return {
    page: addressesOf('alarmPage', node.tryGetContext('alarmPage')),
    ticket: addressesOf('alarmTicket', node.tryGetContext('alarmTicket')),
  };
}

function addressesOf(name: string, given: unknown): readonly string[] {
  if (given === undefined || given === '') return [];
  const addresses = String(given)
    .split(',')
    .map((each) => each.trim());
  if (!addresses.every((each) => /^[^\s@<>,]+@[^\s@<>,]+$/.test(each))) {
    throw new Error(`${name}: email addresses, separated by commas`);
  }
  return [...new Set(addresses)];
}

/**
 * The alarm topics, for a scope in another stack. They are referenced by name, so no stack depends on another's export.
 */
export function alarmTopics(scope: Construct, stage: string): Readonly<Record<Urgency, ITopic>> {
  const topic = (urgency: Urgency): ITopic =>
    Topic.fromTopicArn(
      scope,
      `Topic-${urgency}`,
      Stack.of(scope).formatArn({
        service: 'sns',
        resource: topicName(stage, urgency),
        arnFormat: ArnFormat.NO_RESOURCE_NAME,
      }),
    );
  return { page: topic('page'), ticket: topic('ticket') };
}

/** The topics and their subscribers. Their stack is never rebuilt, so confirmed subscriptions stay. */
export class AlarmTopics extends Construct {
  constructor(scope: Construct, stage: string, receivers: AlarmReceivers) {
    super(scope, 'AlarmTopics');
    for (const urgency of ['page', 'ticket'] as const) {
      const topic = this.#topicOf(stage, urgency);
      for (const endpoint of receivers[urgency]) {
        const protocol = SubscriptionProtocol.EMAIL;
        new Subscription(this, `${urgency}-${endpoint}`, { topic, protocol, endpoint });
      }
      // In the stack's scope, so that the output has the name that the runbook uses.
      new CfnOutput(scope, urgency === 'page' ? 'AlarmPage' : 'AlarmTicket', {
        value: topic.topicArn,
        description: descriptions[urgency],
      });
    }
  }

  /**
   * A custom policy, such as TLS only, replaces the default policy of SNS, which lets the account's services publish.
   * Without the second statement no alarm would arrive.
   */
  #topicOf(stage: string, urgency: Urgency): Topic {
    const topic = new Topic(this, urgency, {
      topicName: topicName(stage, urgency),
      enforceSSL: true,
    });
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

function topicName(stage: string, urgency: Urgency): string {
  return `registry-${stage}-alarms-${urgency}`;
}
