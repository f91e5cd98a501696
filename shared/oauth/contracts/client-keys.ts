import * as z from 'zod/mini';
import type { RequestObjectJwk } from '../domain/client-keys.ts';

const coordinate = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, { error: 'Must be 32 bytes in base64url' }));

/** An RSA modulus of 2048 to 4096 bits in base64url. */
const modulus = z
  .string()
  .check(z.regex(/^[\w-]{342,683}$/, { error: 'Must be 2048 to 4096 bits in base64url' }));

const named = {
  kid: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  use: z.optional(z.literal('sig')),
};
const ec = {
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  alg: z.optional(z.literal('ES256')),
  ...named,
};
const rsa = {
  kty: z.literal('RSA'),
  n: modulus,
  e: z.string().check(z.regex(/^[\w-]{2,6}$/)),
  alg: z.optional(z.literal('PS256')),
  ...named,
};

/** The private parameters of keys (RFC 7518, section 6), which must not be sent here. */
const secret = {
  d: z.optional(
    z.never({
      error:
        'Must be a public key. You sent a private key: replace it, because it is no longer secret.',
    }),
  ),
};

/** A public key in requests and responses; see shared/oauth/domain/client-keys.ts. */
export const RequestObjectKey = z.discriminatedUnion('kty', [z.object(ec), z.object(rsa)]);

/**
 * A client's keys for registration, up to five: current and future ones. Whether their numbers form
 * valid keys is checked before they are stored.
 */
export const RequestObjectKeys = z
  .array(
    z.discriminatedUnion('kty', [z.object({ ...ec, ...secret }), z.object({ ...rsa, ...secret })]),
  )
  .check(z.maxLength(5));

/** The number of keys of a set that are checked. */
const mostKeys = 20;

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/**
 * The keys of a JWK Set (RFC 7517) that can sign for a client: public keys of P-256 and RSA.
 * Others, such as encryption keys, are ignored, and so is every private key because it has been
 * published. Null if it is not a JWK Set.
 */
export function readClientKeys(text: string): readonly RequestObjectJwk[] | null {
  const set = z.safeParse(KeySet, parsed(text));
  if (!set.success) return null;
  return signingKeys(set.data.keys.slice(0, mostKeys));
}

/** The published keys that can sign for a client. */
export function signingKeys(
  keys: readonly Readonly<Record<string, unknown>>[],
): readonly RequestObjectJwk[] {
  return keys.flatMap((key) => {
    const read = 'd' in key ? null : z.safeParse(RequestObjectKey, key);
    return read?.success ? [read.data] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
