import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  type DeadLetterQueue,
  detour,
  maxReceptions,
  type OfQueues,
  type OutboxQueue,
  type RoutedQueue,
  unrouted,
} from '../shared/kernel/domain/outbox-queue.ts';
import { visibilityTimeout } from '../shared/service/routes/background.ts';
import { queueEncryption } from './encryption-key.ts';

/**
 * The queues between the table's stream and the consumers of events. They belong to the data, so waiting events and
 * dead letters outlive a rebuilt service stack.
 */
export class OutboxQueues extends Construct {
  readonly queues: OfQueues<OutboxQueue, Queue>;
  /** Events that their consumer's queue did not accept; the router tries them again. */
  readonly detour: Queue;
  /** Dead letters, by their queue. No function consumes them. */
  readonly deadLetters: OfQueues<DeadLetterQueue, Queue>;

  constructor(
    scope: Construct,
    { isSandbox, key }: { readonly isSandbox: boolean; readonly key: IKey | undefined },
  ) {
    super(scope, 'OutboxQueues');
    const common = { ...queueEncryption(key), enforceSSL: true };
    const deadLetters = (name: DeadLetterQueue) => {
      const queue = new Queue(this, `${name}-dead`, {
        ...common,
        retentionPeriod: Duration.days(14),
      });
      Validations.of(queue).acknowledge({
        id: 'AwsSolutions-SQS3',
        reason: 'It is a dead-letter queue itself: what ends here rings an alarm.',
      });
      return queue;
    };
    const dead = {
      mail: deadLetters('mail'),
      'gateway-keys': deadLetters('gateway-keys'),
      workflows: deadLetters('workflows'),
      ...(isSandbox && { sandbox: deadLetters('sandbox') }),
      webhooks: deadLetters('webhooks'),
      logouts: deadLetters('logouts'),
      [unrouted]: deadLetters(unrouted),
    };
    const queue = (name: OutboxQueue | typeof detour) =>
      new Queue(this, name, {
        ...common,
        // Six times the function's timeout, as AWS recommends, so that a throttled batch can be retried within it.
        visibilityTimeout: Duration.seconds(visibilityTimeout(name)),
        retentionPeriod: Duration.days(4),
        deadLetterQueue: {
          queue: dead[name === detour ? unrouted : name] ?? dead[unrouted],
          maxReceiveCount: maxReceptions,
        },
      });
    this.deadLetters = dead;
    this.queues = {
      mail: queue('mail'),
      'gateway-keys': queue('gateway-keys'),
      workflows: queue('workflows'),
      ...(isSandbox && { sandbox: queue('sandbox') }),
      webhooks: queue('webhooks'),
      logouts: queue('logouts'),
    };
    this.detour = queue(detour);
  }

  /** The URLs that functions get: those of the queues, of the queue for events without a consumer, and of the detour. */
  get urls(): Readonly<Partial<Record<RoutedQueue, string>>> {
    return {
      ...urls(this.queues),
      unrouted: this.deadLetters.unrouted.queueUrl,
      detour: this.detour.queueUrl,
    };
  }

  /** URLs of the dead letters. */
  get deadLetterUrls(): Readonly<Partial<Record<DeadLetterQueue, string>>> {
    return urls(this.deadLetters);
  }

  /** To inspect dead letters and return them to their queue. */
  get careStatements(): readonly PolicyStatement[] {
    const arns = (queues: Readonly<Record<string, Queue>>) =>
      Object.values(queues).map(({ queueArn }) => queueArn);
    return [
      new PolicyStatement({
        actions: [
          'sqs:ChangeMessageVisibility',
          'sqs:DeleteMessage',
          'sqs:GetQueueAttributes',
          'sqs:ReceiveMessage',
        ],
        resources: arns(this.deadLetters),
      }),
      // Feed events go back to the detour queue, which has no consumer.
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes', 'sqs:SendMessage'],
        resources: arns({ ...this.queues, [detour]: this.detour }),
      }),
    ];
  }
}

function urls(queues: Readonly<Record<string, Queue>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(queues).map(([name, { queueUrl }]) => [name, queueUrl]));
}
