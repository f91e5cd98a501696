import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import { type BridgeSettings, bridgeProvider } from './bridge.ts';
import type { PaymentProvider } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

/** The configured providers. */
export interface Payments {
  /** Null for a provider that is not available in this deployment. */
  provider(name: PaymentProviderName): PaymentProvider | null;
}

/** Settings of the real providers, each with the name of its adapter. */
export type ProviderSettings = Readonly<Partial<Record<PaymentProviderName, BridgeSettings>>>;

/**
 * Configured providers get their adapter, all others the sandbox or, without a sandbox, none. `secretsOf` reads the
 * secrets of a configured provider.
 */
export function openPayments(
  configured: ProviderSettings,
  sandbox: Sandbox | null,
  secretsOf: (secretId: string) => Promise<readonly string[]>,
  deps: Pick<ServiceDeps, 'table' | 'baseUrl' | 'now'>,
): Payments {
  return {
    provider(name) {
      const settings = configured[name];
      if (settings !== undefined) {
        return bridgeProvider(settings, () => secretsOf(settings.secretId), deps.now);
      }
      return sandbox === null ? null : sandboxProvider(name, sandbox, deps);
    },
  };
}
