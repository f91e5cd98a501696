import { type TrustedProxies, trustedProxies } from '../http/trusted-proxies.ts';
import { CoreEnvironment, environment } from '../settings/env.ts';
import { type WorkDeps, workDeps } from './root.ts';

/** What every function needs that answers callers, or works for them. */
export interface CoreDeps extends WorkDeps {
  /** Whether this is a sandbox: money is play money, and callers do what takes a reviewer elsewhere; absent: it is. */
  readonly isSandbox?: boolean | undefined;
  /** The address of this deployment, without a final slash. Functions that nobody calls may not have it. */
  readonly publicUrl?: string | undefined;
  /** Whether changes of the registry are written to its spread lists; absent: to the one that every version knows. */
  readonly spreadRegistry?: boolean | undefined;
  /** The UTC day (YYYY-MM-DD) from which on representatives confirm their entities every year; absent: they never do. */
  readonly confirmationsFrom?: string | undefined;
  /** Absent: there is no proxy in front of API Gateway. */
  readonly trustedProxies?: TrustedProxies | undefined;
}

/** The composition root of plain functions. */
export function coreDeps(): CoreDeps {
  const settings = environment(CoreEnvironment);
  return {
    ...workDeps(settings),
    isSandbox: settings.SANDBOX === 'true',
    publicUrl: settings.BASE_URL,
    spreadRegistry: settings.SPREAD_REGISTRY === 'true',
    confirmationsFrom: settings.CONFIRMATIONS_FROM,
    trustedProxies: trustedProxies(settings.TRUSTED_PROXIES),
  };
}
