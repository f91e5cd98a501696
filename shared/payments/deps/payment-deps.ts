import * as z from 'zod/mini';
import { openSharedSecrets } from '../../kernel/aws/secrets.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, PaymentsEnvironment, SandboxEnvironment } from '../../kernel/settings/env.ts';
import { paymentProviders } from '../domain/payment.ts';
import { BridgeSettings } from '../providers/bridge.ts';
import { openPayments, type Payments } from '../providers/open-payments.ts';
import type { Sandbox } from '../providers/sandbox.ts';

export interface PaymentDeps extends ServiceDeps {
  readonly payments: Payments;
}

const Configured = z.partialRecord(z.enum(paymentProviders), BridgeSettings);

/**
 * The composition root of functions that start payments or receive notifications. Throws for an unknown provider's
 * name, and for settings that no adapter accepts.
 */
export function paymentDeps(): PaymentDeps {
  const deps = serviceDeps();
  const { PAYMENT_PROVIDERS } = environment(PaymentsEnvironment);
  const configured = z.parse(Configured, JSON.parse(PAYMENT_PROVIDERS));
  const secretsOf = openSharedSecrets(deps.now);
  return { ...deps, payments: openPayments(configured, sandbox(), secretsOf, deps) };
}

export interface SandboxDeps extends ServiceDeps {
  /** Null if the deployment accepts no test payments. */
  readonly sandbox: Sandbox | null;
}

/** The composition root of the sandbox's payment page. */
export function sandboxDeps(): SandboxDeps {
  return { ...serviceDeps(), sandbox: sandbox() };
}

/** The sandbox of this deployment; null unless configured. */
export function sandbox(): Sandbox | null {
  const { SANDBOX, PAYMENTS_SANDBOX_SECRET } = environment(SandboxEnvironment);
  if (SANDBOX !== 'true') return null;
  if (PAYMENTS_SANDBOX_SECRET === undefined) throw new Error('PAYMENTS_SANDBOX_SECRET is not set');
  return { secret: PAYMENTS_SANDBOX_SECRET };
}
