import { type SealingDeps, sealingDeps } from '../../kernel/deps/service.ts';
import { environment, WebhooksEnvironment } from '../../kernel/settings/env.ts';
import { openQueues, type Queues } from '../../platform/aws/queues.ts';
import { type LoopbackRule, openSafeFetch, type SafeFetch } from '../../platform/aws/safe-fetch.ts';

/** Dependencies for managing webhook endpoints. */
export interface EndpointDeps extends SealingDeps {
  /**
   * Also allows this machine as a receiver, without TLS, or one of its URLs: for local servers
   * only.
   */
  readonly loopback: LoopbackRule;
}

/** Dependencies for sending webhooks. */
export interface DeliveringDeps extends EndpointDeps {
  readonly safeFetch: SafeFetch;
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** The composition root of functions that manage endpoints. */
export function endpointDeps(): EndpointDeps {
  const { WEBHOOKS_TO } = environment(WebhooksEnvironment);
  const isWide = WEBHOOKS_TO === 'internet' || WEBHOOKS_TO === 'loopback';
  return { ...sealingDeps(), loopback: isWide ? WEBHOOKS_TO === 'loopback' : WEBHOOKS_TO };
}

/** The composition root of the function that sends webhooks. */
export function deliveringDeps(queueUrl: string): DeliveringDeps {
  const deps = endpointDeps();
  const { loopback } = deps;
  return { ...deps, safeFetch: openSafeFetch({ loopback }), queues: openQueues(), queueUrl };
}
