import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, SandboxEnvironment } from '../../kernel/settings/env.ts';
import type { Sandbox } from '../providers/sandbox.ts';

export interface SandboxDeps extends ServiceDeps {
  /** Null where the deployment takes no play money. */
  readonly sandbox: Sandbox | null;
}

/** The composition root of the sandbox's own page. */
export function sandboxDeps(): SandboxDeps {
  return { ...serviceDeps(), sandbox: sandbox() };
}

/** The sandbox of this deployment; null unless it asks for one. */
export function sandbox(): Sandbox | null {
  const { SANDBOX, PAYMENTS_SANDBOX_SECRET } = environment(SandboxEnvironment);
  if (SANDBOX !== 'true') return null;
  if (PAYMENTS_SANDBOX_SECRET === undefined) throw new Error('PAYMENTS_SANDBOX_SECRET is not set');
  return { secret: PAYMENTS_SANDBOX_SECRET };
}
