import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import { type BridgeSettings, bridgeProvider } from './bridge.ts';
import type { PaymentProvider } from './provider.ts';
import { type Sandbox, sandboxProvider } from './sandbox.ts';

/** The configured providers. */
export interface Payments {
  /** Null for one that this deployment cannot take payments with. */
  provider(name: PaymentProviderName): PaymentProvider | null;
}

/** Settings of the real providers; each names its adapter. */
export type ProviderSettings = Readonly<Partial<Record<PaymentProviderName, BridgeSettings>>>;

/**
 * The registry of adapters: a configured provider gets its own, every other one the sandbox or, without a
 * sandbox, none. `secretsOf` reads the secrets of a configured provider.
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
