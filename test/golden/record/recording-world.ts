import { openSeal } from '../../../shared/kernel/auth/seal.ts';
import { openSigner } from '../../../shared/oauth/auth/signer.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../../shared/oauth/usecases/rotate-signing-keys.ts';
import { memorySecret } from '../../support/signing-secret.ts';
import { startWorld, type World } from '../../support/world.ts';
import { goldenAddress, goldenSealSecret } from '../golden-address.ts';

/** When the recording begins: any hour that is long enough. */
const beginning = '2026-03-01T12:00:00.000Z';

/**
 * A world at an address and a time of its own, so that cookies and tokens are those of a deployment. `settle`
 * works at the world's real address, where the sandbox reports to.
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

/** Some time later: what happens now sorts behind what happened before. */
export function later(world: World): void {
  world.clock.now += 7_000;
}
