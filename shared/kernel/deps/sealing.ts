import { openSeal, type Seal } from '../auth/seal.ts';
import { openSharedSecrets } from '../aws/shared-secrets.ts';
import { environment, SealingEnvironment } from '../settings/env.ts';
import { type ServiceDeps, serviceDeps } from './service.ts';

/** What it takes to have browsers keep something that they can't change. */
export interface SealingDeps extends ServiceDeps {
  readonly seal: Seal;
}

/** The composition root of functions that seal tokens or open them. */
export function sealingDeps(): SealingDeps {
  const deps = serviceDeps();
  const { SEAL_SECRET } = environment(SealingEnvironment);
  const secretsOf = openSharedSecrets(deps.now);
  return { ...deps, seal: openSeal(() => secretsOf(SEAL_SECRET), deps.now) };
}
