/** The signature algorithms of request objects. Unsigned ones (`none`) are not accepted. */
export const requestObjectAlgorithms = ['PS256', 'ES256'] as const;

interface Named {
  readonly kid?: string | undefined;
  readonly use?: 'sig' | undefined;
}

/** A public key with which a client signs request objects, as a JWK (RFC 7517): P-256 for ES256, RSA for PS256. */
export type RequestObjectJwk =
  | (Named & {
      readonly kty: 'EC';
      readonly crv: 'P-256';
      readonly x: string;
      readonly y: string;
      readonly alg?: 'ES256' | undefined;
    })
  | (Named & {
      readonly kty: 'RSA';
      readonly n: string;
      readonly e: string;
      readonly alg?: 'PS256' | undefined;
    });

/** The public keys at a client's `jwksUri` at an instant. */
export interface ClientKeySet {
  readonly uri: string;
  readonly keys: readonly RequestObjectJwk[];
  /** ISO 8601. */
  readonly fetchedAt: string;
}

/**
 * How long a set is used without fetching it again, in milliseconds: a key that a client removes is
 * accepted no longer than this.
 */
const freshFor = 300_000;

/** How long a set is used if the `jwksUri` does not respond, in milliseconds: a day. */
export const usableFor = 86_400_000;

/** Whether a set can be used, used if fetching a newer one fails, or not used. */
export function ageOf(
  set: ClientKeySet | null,
  uri: string,
  now: Date,
): 'fresh' | 'usable' | 'gone' {
  if (set === null || set.uri !== uri) return 'gone';
  const age = now.getTime() - Date.parse(set.fetchedAt);
  if (age < freshFor) return 'fresh';
  return age < usableFor ? 'usable' : 'gone';
}
