import { environment, WebhooksEnvironment } from '../../kernel/settings/env.ts';
import { openSafeFetch, type SafeFetch } from '../../platform/aws/safe-fetch.ts';

/** What it takes to read the keys of clients where they publish them. */
export interface ClientKeyDeps {
  readonly safeFetch: SafeFetch;
}

/** For the composition roots of functions that believe what clients sign. */
export function clientKeyDeps(): ClientKeyDeps {
  const { WEBHOOKS_TO } = environment(WebhooksEnvironment);
  return { safeFetch: openSafeFetch({ loopback: WEBHOOKS_TO === 'loopback' }) };
}
