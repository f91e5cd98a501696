import { type TrustedProxies, trustedProxies } from '../http/trusted-proxies.ts';
import { CoreEnvironment, environment } from '../settings/env.ts';
import { type WorkDeps, workDeps } from './root.ts';

/** Dependencies of every function that answers callers or works in the background. */
export interface CoreDeps extends WorkDeps {
  /**
   * Whether this is a sandbox, where payments are simulated and callers do what reviewers do
   * elsewhere; default: true.
   */
  readonly isSandbox?: boolean | undefined;
  /**
   * The base URL of this deployment without a trailing slash. Background functions may not have it.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Whether changes of the registry are written to its sharded lists; default: to the unsharded
   * list that every version reads.
   */
  readonly shardRegistry?: boolean | undefined;
  /**
   * The UTC day (YYYY-MM-DD) from which representatives must confirm their entities every year;
   * default: never.
   */
  readonly confirmationsFrom?: string | undefined;
  /** Default: there is no proxy in front of API Gateway. */
  readonly trustedProxies?: TrustedProxies | undefined;
}

/** The composition root of plain functions. */
export function coreDeps(): CoreDeps {
  const settings = environment(CoreEnvironment);
  return {
    ...workDeps(settings),
    isSandbox: settings.SANDBOX === 'true',
    publicUrl: settings.BASE_URL,
    shardRegistry: settings.SHARD_REGISTRY === 'true',
    confirmationsFrom: settings.CONFIRMATIONS_FROM,
    trustedProxies: trustedProxies(settings.TRUSTED_PROXIES),
  };
}
