import { type GatewayKeys, noGatewayKeys, openGatewayKeys } from '../../access/aws/gateway-keys.ts';
import { planIdsOf } from '../../access/deps/gateway-deps.ts';
import type { RevokingDeps } from '../../credentials/usecases/credentials.ts';
import { type AgreementDeps, agreementDeps } from '../../documents/deps/documents.ts';
import { type DeliveringDeps, deliveringDeps } from '../../events/deps/webhook-deps.ts';
import type { JournalingDeps } from '../../events/usecases/record-drafts.ts';
import type { WakingDeps } from '../../events/usecases/work-for-endpoint.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { serviceDeps } from '../../kernel/deps/service.ts';
import type {
  DeadLetterQueue,
  OfQueues,
  OutboxQueue,
  RoutedQueue,
} from '../../kernel/domain/outbox-queue.ts';
import {
  DeadLetterEnvironment,
  environment,
  MailEnvironment,
  QueueEnvironment,
  UsagePlansEnvironment,
  WorkflowStartEnvironment,
} from '../../kernel/settings/env.ts';
import { openMailer } from '../../mail/aws/mailer.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import { sender } from '../../mail/mail/message.ts';
import { type LogoutDeps, logoutDeps } from '../../oauth/deps/oauth-deps.ts';
import { type SandboxDeps, sandbox } from '../../payments/deps/payment-deps.ts';
import { openQueues, type Queues } from '../../platform/aws/queues.ts';
import { openWorkflows, type Workflows } from '../../platform/aws/workflows.ts';
import type { DeadLetterDeps } from '../../platform/usecases/dead-letters.ts';
import type { QueueDeps } from '../../web/http/queue-consumer.ts';

/** Dependencies for writing and sending emails. */
export interface EmailDeps extends MailDeps, AgreementDeps {
  /** The configured addresses to notify of new reviews, in addition to staff. */
  readonly reviewers: readonly string[];
}

export interface GatewayKeyDeps extends CoreDeps {
  readonly gatewayKeys: GatewayKeys;
}

export interface WorkflowStartDeps extends CoreDeps {
  readonly workflows: Workflows;
}

/** Common dependencies of all event consumers, except webhooks. */
export interface OutboxDeps extends EmailDeps, GatewayKeyDeps, WorkflowStartDeps, SandboxDeps {}

/** The dependencies of the stream's router. */
export interface RouterDeps extends JournalingDeps, RevokingDeps {}

/** The dependencies of the router, which fills queues and feeds and revokes credentials. */
export function routingDeps(): RouterDeps {
  const { QUEUE_URLS } = environment(QueueEnvironment);
  const { log, table, now, newId } = coreDeps();
  return { log, table, now, newId, queues: openQueues(), queueUrls: routed(QUEUE_URLS) };
}

/** The dependencies of the dead-letter operations. */
export function deadLetterDeps(): DeadLetterDeps {
  const { QUEUE_URLS } = environment(QueueEnvironment);
  const { DEAD_LETTER_URLS } = environment(DeadLetterEnvironment);
  return {
    ...coreDeps(),
    queues: openQueues(),
    queueUrls: routed(QUEUE_URLS),
    deadLetterUrls: all(DEAD_LETTER_URLS),
  };
}

/** The dependencies of the function that sends emails. */
export function mailConsumerDeps(): EmailDeps & QueueDeps {
  const settings = environment(MailEnvironment);
  const service = serviceDeps();
  return {
    ...service,
    ...agreementDeps(),
    ...queueDeps('mail'),
    mailer: openMailer(
      sender(settings.MAIL_FROM, settings.MAIL_FROM_NAME ?? service.jurisdiction),
      {
        requested: settings.MAIL_CONFIGURATION_SET,
        unrequested: settings.MAIL_UNREQUESTED_CONFIGURATION_SET,
      },
    ),
    reviewers: settings.REVIEWERS,
  };
}

/** The dependencies of the function that creates and removes gateway keys. */
export function gatewayKeyDeps(): GatewayKeyDeps & QueueDeps {
  const core = coreDeps();
  const plans = planIdsOf(environment(UsagePlansEnvironment));
  return {
    ...core,
    ...queueDeps('gateway-keys'),
    gatewayKeys: plans === null ? noGatewayKeys : openGatewayKeys({ stage: core.stage, ...plans }),
  };
}

/** The dependencies of the function that starts workflows. */
export function workflowStartDeps(): WorkflowStartDeps & QueueDeps {
  const settings = environment(WorkflowStartEnvironment);
  return {
    ...coreDeps(),
    ...queueDeps('workflows'),
    workflows: openWorkflows({
      'review-dispatch': settings.REVIEW_DISPATCH_ARN,
      'review-decision': settings.REVIEW_DECISION_ARN,
      'certificate-issuance': settings.CERTIFICATE_ISSUANCE_ARN,
      migration: settings.MIGRATION_ARN,
    }),
  };
}

/** The dependencies of the function that reports sandbox payments. */
export function sandboxConsumerDeps(): SandboxDeps & QueueDeps {
  return { ...serviceDeps(), ...queueDeps('sandbox'), sandbox: sandbox() };
}

/** The dependencies of the function that sends webhooks. */
export function webhookConsumerDeps(): DeliveringDeps & QueueDeps {
  const { queues, queueUrl } = queueDeps('webhooks');
  return { ...deliveringDeps(queueUrl), queues, queueUrl };
}

/** The dependencies of the function that notifies clients of logouts. */
export function logoutConsumerDeps(): LogoutDeps & QueueDeps {
  return { ...logoutDeps(), ...queueDeps('logouts') };
}

/** The dependencies of the function that finds due webhooks. */
export function wakingDeps(): WakingDeps {
  return { ...coreDeps(), ...queueDeps('webhooks') };
}

function queueDeps(queue: OutboxQueue): {
  readonly queues: Queues;
  readonly queueUrl: string;
} {
  const { QUEUE_URLS } = environment(QueueEnvironment);
  return { queues: openQueues(), queueUrl: urlOf(QUEUE_URLS, queue) };
}

type Urls = Readonly<Record<string, string | undefined>>;

function routed(urls: Urls): OfQueues<RoutedQueue, string> {
  return { ...all(urls), detour: urlOf(urls, 'detour') };
}

function all(urls: Urls): OfQueues<DeadLetterQueue, string> {
  return {
    mail: urlOf(urls, 'mail'),
    'gateway-keys': urlOf(urls, 'gateway-keys'),
    workflows: urlOf(urls, 'workflows'),
    sandbox: urls['sandbox'],
    webhooks: urlOf(urls, 'webhooks'),
    logouts: urlOf(urls, 'logouts'),
    unrouted: urlOf(urls, 'unrouted'),
  };
}

function urlOf(urls: Urls, queue: RoutedQueue): string {
  const url = urls[queue];
  if (url === undefined) throw new Error(`the environment has no URL of the queue ${queue}`);
  return url;
}
