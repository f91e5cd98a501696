import * as z from 'zod/mini';
import { root } from '../../shared/kernel/deps/root.ts';
import { type RotationDeps, rotationDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';

/** What Secrets Manager sends; the secret is always the one that the function was made for. */
const RotationEvent = z.object({
  Step: z.enum(rotationSteps),
  ClientRequestToken: z.string(),
});

/** One step of a rotation. Throws when it fails: Secrets Manager then tries the rotation again. */
async function run(event: unknown, deps: RotationDeps): Promise<void> {
  const { Step, ClientRequestToken } = z.parse(RotationEvent, event);
  await rotateSigningKeys(Step, ClientRequestToken, deps);
  deps.log.info('rotation step', { step: Step, version: ClientRequestToken });
}

const deps = root(rotationDeps);

export const handler = (event: unknown): Promise<void> => run(event, deps());
