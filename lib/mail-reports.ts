import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import {
  type ConfigurationSet,
  ConfigurationSetEventDestination,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mailReportNeeds } from '../shared/service/routes/background.ts';
import { encryptionKey, queueEncryption } from './encryption-key.ts';
import { kindStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface MailReportsProps {
  readonly settings: FunctionSettings;
  readonly configurationSets: Readonly<Record<string, ConfigurationSet>>;
}

const timeout = Duration.seconds(30);

/**
 * SES's reports about accepted emails: bounces, complaints and rejections. SES publishes them to a topic, which feeds a
 * queue, and a function records them. SES publishes to EventBridge only with best effort, and a function directly
 * behind the topic would lose what it fails to process.
 */
export class MailReports extends Construct {
  readonly deadLetters: Queue;

  constructor(scope: Construct, { settings, configurationSets }: MailReportsProps) {
    super(scope, 'MailReports');
    const encryption = queueEncryption(encryptionKey(this, settings.logs.keyArn));
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...encryption,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is a dead-letter queue itself, under an alarm.',
    });
    const queue = new Queue(this, 'Queue', {
      ...encryption,
      enforceSSL: true,
      // Six times the function's timeout, as Lambda recommends.
      visibilityTimeout: Duration.seconds(timeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    const topic = this.topic(Object.values(configurationSets));
    // Raw: the queue holds what SES wrote, without SNS's envelope.
    topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));

    const { function: noting } = new ServiceFunction(this, {
      entry: 'functions/mail/note-reports.ts',
      description: 'Stores the email reports of SES',
      settings,
      timeout,
      statements: [
        ...kindStatements(mailReportNeeds, settings.arns),
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          resources: [queue.queueArn],
        }),
      ],
    });
    noting.addEventSource(
      new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }),
    );

    for (const [kind, configurationSet] of Object.entries(configurationSets)) {
      const destination = new ConfigurationSetEventDestination(this, `Destination-${kind}`, {
        configurationSet,
        destination: EventDestination.snsTopic(topic),
        events: [
          EmailSendingEvent.BOUNCE,
          EmailSendingEvent.COMPLAINT,
          EmailSendingEvent.REJECT,
          EmailSendingEvent.RENDERING_FAILURE,
        ],
      });
      // SES tests the topic when it creates the destination, and refuses one that it may not publish to.
      destination.node.addDependency(topic);
    }
  }

  /** A custom policy, such as TLS only, replaces SNS's default, so it must allow SES. */
  private topic(configurationSets: readonly ConfigurationSet[]): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    const stack = Stack.of(this);
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ReportsOfThisStage',
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: {
            'aws:SourceAccount': stack.account,
            'aws:SourceArn': configurationSets.map(({ configurationSetName }) =>
              stack.formatArn({
                service: 'ses',
                resource: 'configuration-set',
                resourceName: configurationSetName,
              }),
            ),
          },
        },
      }),
    );
    return topic;
  }
}
