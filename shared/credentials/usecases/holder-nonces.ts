import * as z from 'zod/mini';
import { type AttemptLimit, attemptWrite } from '../../kernel/db/attempt-counters.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { SealingDeps } from '../../kernel/deps/sealing.ts';
import { credentialErrors } from './credential-errors.ts';

/** For how long a nonce is good, in milliseconds. */
const lifetime = 300_000;

/** Nonces count once; windows are those of the instants at which they were made. */
const usedNonces: AttemptLimit = { kind: 'credential_nonce', max: 1, window: lifetime };

const Nonce = z.object({ id: z.string(), at: z.int() });

/** A new nonce for key proofs. Nothing is stored until it is used: whoever asks for many fills no table. */
export function makeNonce({ seal, newId, now }: SealingDeps): Promise<string> {
  return seal.seal('credential_nonce', { id: newId(), at: now().getTime() }, lifetime);
}

/** Uses a nonce up. */
type UseOfNonce = Write<ReturnType<typeof credentialErrors.invalidNonce>>;

/**
 * The writes that use up the nonces of a request, by names of their own, for the transaction that issues for them; refused where one was
 * used before. Error: 400 `invalid_nonce` for one that we did not make, or that has ended.
 */
export async function useNonces(
  nonces: ReadonlySet<string>,
  deps: Pick<SealingDeps, 'seal'>,
): Promise<Readonly<Record<`nonce${number}`, UseOfNonce>>> {
  const writes = await Promise.all([...nonces].map((nonce) => useNonce(nonce, deps)));
  return Object.fromEntries(writes.map((write, n) => [`nonce${n}`, write]));
}

async function useNonce(nonce: string, { seal }: Pick<SealingDeps, 'seal'>): Promise<UseOfNonce> {
  const claims = z.safeParse(Nonce, await seal.open('credential_nonce', nonce));
  if (!claims.success) throw credentialErrors.invalidNonce();
  const { id, at } = claims.data;
  return orElse(attemptWrite(usedNonces, id, at), credentialErrors.invalidNonce);
}
