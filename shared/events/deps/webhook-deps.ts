import { type SealingDeps, sealingDeps } from '../../kernel/deps/service.ts';
import { environment, WebhooksEnvironment } from '../../kernel/settings/env.ts';
import { openQueues, type Queues } from '../../platform/aws/queues.ts';
import { type LoopbackRule, openSafeFetch, type SafeFetch } from '../../platform/aws/safe-fetch.ts';

/** Dependencies to manage the addresses that are notified of events. */
export interface EndpointDeps extends SealingDeps {
  /** Allows this machine itself as a receiver, without TLS, or one address of it: on a laptop. */
  readonly loopback: LoopbackRule;
}

/** Dependencies to notify them. */
export interface DeliveringDeps extends EndpointDeps {
  readonly safeFetch: SafeFetch;
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** The composition root of what manages endpoints. */
export function endpointDeps(): EndpointDeps {
  const { WEBHOOKS_TO } = environment(WebhooksEnvironment);
  const isWide = WEBHOOKS_TO === 'internet' || WEBHOOKS_TO === 'loopback';
  return { ...sealingDeps(), loopback: isWide ? WEBHOOKS_TO === 'loopback' : WEBHOOKS_TO };
}

/** The composition root of what tells them. */
export function deliveringDeps(queueUrl: string): DeliveringDeps {
  const deps = endpointDeps();
  const { loopback } = deps;
  return { ...deps, safeFetch: openSafeFetch({ loopback }), queues: openQueues(), queueUrl };
}
