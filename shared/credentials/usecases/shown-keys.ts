import * as z from 'zod/mini';
import { type AttemptLimit, attemptWrite } from '../../kernel/db/attempt-counters.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import {
  attestationOf,
  type HolderKey,
  readHolderProof,
  readKeyAttestation,
} from '../auth/holder-proof.ts';
import type { CredentialIssuerDeps } from '../deps/credential-deps.ts';
import { batchSize } from '../domain/credential.ts';
import * as credentialErrors from '../errors/credential-errors.ts';
import type { Attesters } from './credential-grant.ts';

/** Key proofs by type, as sent. */
export interface Proofs {
  readonly jwt?: readonly string[] | undefined;
  readonly attestation?: readonly string[] | undefined;
}

/** The keys for which a wallet requests credentials, and the nonces of its proofs. */
export interface KeysView {
  /** At least one, without duplicates. */
  readonly keys: readonly { readonly jwk: HolderKey; readonly thumbprint: string }[];
  readonly nonces: ReadonlySet<string>;
  /** Whether the wallet's provider attests all of them. */
  readonly attested: boolean;
}

type Deps = Pick<CredentialIssuerDeps, 'baseUrl' | 'now'>;

/**
 * The keys of one request, in the order of its proofs, or all attested keys, those with a proof first, up to the limit
 * of a batch. The caller checks nonces. An attestation is valid if one of `attesters` signed it. Without attesters, an
 * attestation inside a proof is ignored, and one alone is refused.
 *
 * Error: 400 `invalid_proof` for no proofs, two kinds of proofs, more than ten, an invalid one, two by the same key, or
 * an invalid attestation.
 */
export async function readShownKeys(
  { jwt, attestation }: Proofs,
  attesters: Attesters | null,
  deps: Deps,
): Promise<KeysView> {
  if (jwt !== undefined && attestation === undefined) return ofProofs(jwt, attesters, deps);
  const [only, ...more] = attestation ?? [];
  if (jwt !== undefined || only === undefined || more.length > 0 || attesters === null) {
    throw credentialErrors.invalidProof();
  }
  const { keys, nonce } = await judged(only, attesters, { now: deps.now(), withProof: false });
  return { keys: keys.slice(0, batchSize), nonces: new Set([nonce]), attested: true };
}

async function ofProofs(
  proofs: readonly string[],
  attesters: Attesters | null,
  { baseUrl, now }: Deps,
): Promise<KeysView> {
  if (proofs.length === 0 || proofs.length > batchSize) throw credentialErrors.invalidProof();
  const at = now();
  const texts = attesters === null ? [] : proofs.flatMap((proof) => attestationOf(proof) ?? []);
  const known = new Map<string, Awaited<ReturnType<typeof judged>>>();
  for (const text of new Set(texts)) {
    if (attesters !== null)
      known.set(text, await judged(text, attesters, { now: at, withProof: true }));
  }
  const read = await Promise.all(
    proofs.map((proof) => {
      const attested = known.get(attestationOf(proof) ?? '')?.keys;
      return readHolderProof(proof, { audience: baseUrl, now: at, attested });
    }),
  );
  const proved = read.filter((key) => key !== null);
  const attestations = [...known.values()];
  const others = attestations.flatMap(({ keys }) => keys);
  const byThumbprint = new Map(
    [...proved, ...others].map(({ jwk, thumbprint }) => [thumbprint, { jwk, thumbprint }]),
  );
  if (new Set(proved.map(({ thumbprint }) => thumbprint)).size < proofs.length) {
    throw credentialErrors.invalidProof();
  }
  return {
    keys: [...byThumbprint.values()].slice(0, batchSize),
    nonces: new Set([...proved, ...attestations].map(({ nonce }) => nonce)),
    attested: proofs.every((proof) => known.has(attestationOf(proof) ?? '')),
  };
}

async function judged(
  text: string,
  attesters: Attesters,
  how: { readonly now: Date; readonly withProof: boolean },
) {
  const attestation = await readKeyAttestation(text, { ...how, attesters: await attesters(text) });
  if (attestation === null) throw credentialErrors.invalidProof();
  return attestation;
}

/** How long a nonce is valid, in milliseconds. */
const lifetime = 300_000;

/** Nonces are accepted once; windows depend on the instants at which they were issued. */
const usedNonces: AttemptLimit = { kind: 'credential_nonce', max: 1, window: lifetime };

const Nonce = z.object({ id: z.string(), at: z.int() });

/**
 * A new nonce for key proofs. It is only stored when it is used, so requesting many stores nothing.
 */
export function makeNonce({ seal, newId, now }: SealingDeps): Promise<string> {
  return seal.seal('credential_nonce', { id: newId(), at: now().getTime() }, lifetime);
}

/** Uses a nonce up. */
type UseOfNonce = Write<ReturnType<typeof credentialErrors.invalidNonce>>;

/**
 * The writes that use up the nonces of a request, under their own names, for the issuing
 * transaction; refused if one was already used. Error: 400 `invalid_nonce` for an expired nonce or
 * one that is not ours.
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
