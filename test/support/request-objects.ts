import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

/** A key pair of a client: what it registers, and what it signs with. */
export async function aSigningKey(alg: 'PS256' | 'ES256' | 'RS256', kid?: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { alg, privateKey, jwk: { ...jwk, ...(kid !== undefined && { kid }) } };
}

export type SigningKey = Awaited<ReturnType<typeof aSigningKey>>;

/** A request object. A claim or a part of the header that is null is left out. */
export function requestObject(
  { alg, privateKey }: Pick<SigningKey, 'alg' | 'privateKey'>,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const all = { alg, typ: 'oauth-authz-req+jwt', ...header };
  // Tests make invalid headers.
  const protectedHeader = given(all) as JWTHeaderParameters;
  return new SignJWT(given(claims))
    .setProtectedHeader(protectedHeader)
    .sign(privateKey, { crit: { x: true } });
}

function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
