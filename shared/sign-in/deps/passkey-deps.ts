import { type SealingDeps, sealingDeps } from '../../kernel/deps/service.ts';
import { environment, PasskeyEnvironment } from '../../kernel/settings/env.ts';
import type { Party } from '../auth/offered-challenge.ts';

/** Dependencies for WebAuthn ceremonies. */
export type PasskeyDeps = SealingDeps & Party;

/** The composition root of functions that run passkey ceremonies. */
export function passkeyDeps(): PasskeyDeps {
  const { PASSKEY_RP_ID } = environment(PasskeyEnvironment);
  return { ...sealingDeps(), passkeyRpId: PASSKEY_RP_ID };
}
