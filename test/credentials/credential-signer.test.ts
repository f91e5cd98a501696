import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import { describe, expect, it } from 'vitest';
import { openCredentialSigner } from '../../shared/credentials/auth/credential-signer.ts';
import { openSigner } from '../../shared/oauth/auth/signer.ts';
import { generateSigningKey, publicHalf } from '../../shared/oauth/auth/signing-keys.ts';

const [rsa, ps, es] = await Promise.all([
  generateSigningKey('RS256'),
  generateSigningKey('PS256'),
  generateSigningKey('ES256'),
]);
const others = { ES256: { current: es, next: es }, PS256: { current: ps, next: ps } };
const secret = JSON.stringify({ current: rsa, next: rsa, others });
const signer = openSigner(
  async () => secret,
  () => new Date(),
);

describe('the credential signer', () => {
  it('signs with the ES256 key and the given type', async () => {
    const token = await openCredentialSigner(signer, []).sign(
      { typ: 'statuslist+jwt' },
      { sub: 'https://registry.example/list' },
    );
    const { payload, protectedHeader } = await jwtVerify(
      token,
      await importJWK({ ...publicHalf(es) }, 'ES256'),
      {
        algorithms: ['ES256'],
        typ: 'statuslist+jwt',
      },
    );
    expect(payload).toEqual({ sub: 'https://registry.example/list' });
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'statuslist+jwt', kid: es.kid });
  });

  it('adds x5c only with a certificate for its key', async () => {
    const x5c = ['MIIB'];
    const header = async (kid: string) => {
      const certified = { x5c, fits: (jwk: { readonly kid: string }) => jwk.kid === kid };
      const signing = openCredentialSigner(signer, [certified]);
      return decodeProtectedHeader(await signing.sign({ typ: 'statuslist+jwt' }, {}));
    };
    expect((await header(es.kid)).x5c).toEqual(x5c);
    expect((await header('that before')).x5c).toBeUndefined();
  });
});
