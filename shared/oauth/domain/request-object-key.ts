/** The algorithms of request objects. Unsigned ones (`none`) are not accepted. */
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
