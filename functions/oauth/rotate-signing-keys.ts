import * as z from 'zod/mini';
import { type RotationDeps, rotationDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';
import { background } from '../../shared/web/http/background.ts';

/** The event that Secrets Manager sends; the secret is always this function's own. */
const RotationEvent = z.object({
  Step: z.enum(rotationSteps),
  ClientRequestToken: z.string(),
});

/** One step of a rotation. Throws on failure: Secrets Manager then retries the rotation. */
async function run(deps: RotationDeps, event: unknown): Promise<void> {
  const { Step, ClientRequestToken } = z.parse(RotationEvent, event);
  await rotateSigningKeys(Step, ClientRequestToken, deps);
  deps.log.info('rotation step', { step: Step, version: ClientRequestToken });
}

export const handler = background(run, rotationDeps);
