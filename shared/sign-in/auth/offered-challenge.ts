import * as z from 'zod/mini';
import { isSameSecret, type Seal, type SealPurpose } from '../../kernel/auth/seal.ts';
import { referenceOf } from '../db/passkeys.ts';
import {
  type ChallengeFacts,
  ceremonyLifetime,
  type OfferedChallenge,
} from '../domain/ceremony.ts';

type CeremonyPurpose = Extract<SealPurpose, 'passkey_added' | 'passkey_used' | 'passkey_confirmed'>;

const Claims = z.object({
  challenge: z.string(),
  browser: z.string(),
  offeredAt: z.string(),
  code: z.optional(z.string()),
});

/**
 * A new challenge for this browser, which is identified by its CSRF token. `code` is the digest of
 * an operator's code that was entered.
 */
export async function offerChallenge(
  purpose: CeremonyPurpose,
  formToken: string,
  { random, seal, now }: { readonly seal: Seal; random(bytes: number): Uint8Array; now(): Date },
  { code }: Pick<ChallengeFacts, 'code'> = {},
): Promise<OfferedChallenge> {
  const challenge = Buffer.from(random(32)).toString('base64url');
  const offeredAt = now().toISOString();
  const claims = { challenge, browser: referenceOf(formToken), offeredAt, code };
  return { challenge, handle: await seal.seal(purpose, claims, ceremonyLifetime) };
}

/**
 * The challenge in a handle, and its key in the table; null if it is not ours, for another ceremony
 * or browser, or has expired.
 */
export async function openChallenge(
  purpose: CeremonyPurpose,
  { handle, formToken }: { readonly handle: string; readonly formToken: string },
  { seal }: { readonly seal: Seal },
): Promise<({ readonly challenge: string; readonly reference: string } & ChallengeFacts) | null> {
  const claims = await seal.open(purpose, handle);
  if (claims === null) return null;
  const { challenge, browser, ...facts } = z.parse(Claims, claims);
  if (!isSameSecret(browser, referenceOf(formToken))) return null;
  return { challenge, reference: referenceOf(challenge), ...facts };
}

/**
 * The service's URL, and the host of its passkeys (WebAuthn's RP ID) if the deployment sets one.
 */
export interface Party {
  readonly baseUrl: string;
  readonly passkeyRpId?: string | undefined;
}

/** The relying party of passkeys: its host, and the only origin whose pages can use them. */
export function relyingParty({ baseUrl, passkeyRpId }: Party): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(baseUrl);
  return { id: passkeyRpId ?? hostname, origin };
}
