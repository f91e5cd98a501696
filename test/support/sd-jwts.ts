import { createHash, randomBytes } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { openCredentialSigner } from '../../shared/credentials/auth/credential-signer.ts';
import { statusListUri } from '../../shared/credentials/domain/status-list.ts';
import type { World } from './world.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A wallet’s key. */
export interface Holder {
  readonly jwk: JWK;
  readonly privateJwk: JWK;
}

export async function aHolder(): Promise<Holder> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { jwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) };
}

/** An SD-JWT of the world, assembled by hand: the disclosures disclose `claims`, in their order. */
export async function anSdJwt(
  world: World,
  {
    place,
    claims,
    holder,
    payload = {},
    typ = 'dc+sd-jwt',
  }: {
    readonly place: { readonly list: string; readonly index: number };
    readonly claims: Readonly<Record<string, unknown>>;
    readonly holder: Holder;
    readonly payload?: Readonly<Record<string, unknown>>;
    readonly typ?: 'dc+sd-jwt' | 'statuslist+jwt';
  },
): Promise<{ readonly jwt: string; readonly disclosures: readonly string[] }> {
  const signer = openCredentialSigner(world.deps.signer, []);
  const salt = () => randomBytes(16).toString('base64url');
  const disclosures = Object.entries(claims).map(([name, value]) => encoded([salt(), name, value]));
  const iat = Math.floor(world.clock.now / 1000);
  const jwt = await signer.sign(
    { typ: typ },
    {
      iss: world.baseUrl,
      vct: `${world.baseUrl}/credentials/types/residency`,
      iat,
      exp: iat + 30 * 86_400,
      cnf: { jwk: holder.jwk },
      status: {
        status_list: { idx: place.index, uri: statusListUri(world.baseUrl, place.list) },
      },
      _sd_alg: 'sha-256',
      _sd: disclosures.map(sha256),
      ...payload,
    },
  );
  return { jwt, disclosures };
}

/** The holder's signed part of a presentation. */
export async function withKeyBinding(
  shown: string,
  { privateJwk }: Pick<Holder, 'privateJwk'>,
  { payload = {}, typ = 'kb+jwt' }: { payload?: object; typ?: string } = {},
): Promise<string> {
  const claims = {
    aud: 'https://bank.example',
    nonce: 'n-1',
    iat: 1_790_000_000,
    sd_hash: sha256(shown),
  };
  const signed = await new CompactSign(Buffer.from(JSON.stringify({ ...claims, ...payload })))
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(await importJWK(privateJwk, 'ES256'));
  return shown + signed;
}
