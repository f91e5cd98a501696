import { type SealingDeps, sealingDeps } from '../kernel/deps/sealing.ts';
import { environment, WebhooksEnvironment } from '../kernel/env.ts';
import { openQueues, type Queues } from '../outbox/queues.ts';
import { openSafeFetch, type SafeFetch } from '../outgoing/safe-fetch.ts';

/** What it takes to manage the addresses that are told of events. */
export interface EndpointDeps extends SealingDeps {
  /** That this machine itself may be told, without TLS: on a laptop. */
  readonly loopback: boolean;
}

/** What it takes to tell them. */
export interface DeliveringDeps extends EndpointDeps {
  readonly safeFetch: SafeFetch;
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** The composition root of what manages endpoints. */
export function endpointDeps(): EndpointDeps {
  const { WEBHOOKS_TO } = environment(WebhooksEnvironment);
  return { ...sealingDeps(), loopback: WEBHOOKS_TO === 'loopback' };
}

/** The composition root of what tells them. */
export function deliveringDeps(queueUrl: string): DeliveringDeps {
  const deps = endpointDeps();
  const { loopback } = deps;
  return { ...deps, safeFetch: openSafeFetch({ loopback }), queues: openQueues(), queueUrl };
}
