import { openSeal } from '../../../shared/kernel/auth/seal.ts';
import { openSigner } from '../../../shared/oauth/auth/signer.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../../shared/oauth/usecases/rotate-signing-keys.ts';
import { memorySecret } from '../../support/signing-secret.ts';
import { startWorld, type World } from '../../support/world.ts';
import { goldenAddress, goldenSealSecret } from '../golden-address.ts';

/** When the recording begins: any time that is long enough ago. */
const beginning = '2026-03-01T12:00:00.000Z';

/**
 * A world with its own address and time, so that cookies and tokens are those of a deployment.
 * `settle` uses the world's real address, to which the sandbox reports.
 */
export async function recordingWorld() {
  const started = await startWorld();
  let address = goldenAddress;
  Object.defineProperty(started.deps, 'baseUrl', { get: () => address });
  started.clock.now = Date.parse(beginning);
  const signingSecret = memorySecret();
  for (const step of rotationSteps) {
    await rotateSigningKeys(step, 'golden', { ...started.deps, signingSecret });
  }
  Object.assign(started.deps, {
    signer: openSigner(signingSecret.current, started.deps.now),
    seal: openSeal(async () => [goldenSealSecret], started.deps.now),
  });
  const world: World = {
    ...started,
    async settle() {
      address = started.baseUrl;
      await started.settle();
      address = goldenAddress;
    },
  };
  return { world, signingKeys: signingSecret.current };
}

/** Moves the clock on, so that later items sort after earlier ones. */
export function later(world: World): void {
  world.clock.now += 7_000;
}
