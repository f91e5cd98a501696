import * as z from 'zod/mini';
import { type RotationDeps, rotationDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';
import { background } from '../../shared/web/http/background.ts';

/** What Secrets Manager sends; the secret is always the one that the function was made for. */
const RotationEvent = z.object({
  Step: z.enum(rotationSteps),
  ClientRequestToken: z.string(),
});

/** One step of a rotation. Throws when it fails: Secrets Manager then tries the rotation again. */
async function run(deps: RotationDeps, event: unknown): Promise<void> {
  const { Step, ClientRequestToken } = z.parse(RotationEvent, event);
  await rotateSigningKeys(Step, ClientRequestToken, deps);
  deps.log.info('rotation step', { step: Step, version: ClientRequestToken });
}

export const handler = background(run, rotationDeps);
