import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { compactVerify } from 'jose/jws/compact/verify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startKms } from '../../local/engines/kms.ts';
import { openCredentialSigner } from '../../shared/credentials/auth/credential-signer.ts';
import { makeSdJwt, openStatusTokens } from '../../shared/credentials/auth/signed-tokens.ts';
import { openKmsKeys } from '../../shared/kernel/aws/kms-keys.ts';
import { openSigner } from '../../shared/oauth/auth/signer.ts';
import { listSigningKeys } from '../../shared/oauth/db/signing-keys.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';
import { depsOn } from '../support/core-deps.ts';
import { memorySecret } from '../support/signing-secret.ts';
import { freshTable } from '../support/table.ts';

const engine = await startKms({ ecKeys: ['ec-1', 'ec-2', 'ec-3'] });
Object.assign(process.env, {
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
  AWS_ENDPOINT_URL_KMS: engine.endpoint,
});
const kms = openKmsKeys();
afterAll(() => engine.stop());

const issuer = 'https://registry.example';
const vct = `${issuer}/credentials/types/residency`;
const claims = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  resident_permit_number: '96854028532131',
  residency_status: 'e-Resident',
} as const;

let deps: ReturnType<typeof depsOn> & { readonly signingSecret: ReturnType<typeof memorySecret> };
let asked: string[];
beforeEach(async () => {
  deps = { ...depsOn(await freshTable()), signingSecret: memorySecret() };
  asked = [];
});

/** Rotates to these KMS keys, or to keys in the secret if the list is empty. */
async function rotate(es256: readonly string[]): Promise<void> {
  const version = randomUUID();
  const inKms = { kms, keyIds: es256.length === 0 ? {} : { ES256: [...es256] } };
  for (const step of rotationSteps) await rotateSigningKeys(step, version, { ...deps, inKms });
}

/** A process that starts now and records its KMS signatures. */
function process256(certified: Parameters<typeof openCredentialSigner>[1] = []) {
  const noted = {
    ...kms,
    sign: (...given: Parameters<typeof kms.sign>) => {
      asked.push(given[0]);
      return kms.sign(...given);
    },
  };
  const signer = openSigner(deps.signingSecret.current, deps.now, noted);
  return openCredentialSigner(signer, certified);
}

async function published(kid: unknown) {
  const found = (await listSigningKeys(deps.table, deps.now())).find((each) => each.kid === kid);
  if (found === undefined) throw new Error('not published');
  return importJWK({ ...found.jwk }, 'ES256');
}

/** A credential made as in `issue-credential.ts`. */
function issue(credentialSigner: ReturnType<typeof process256>): Promise<string> {
  const iat = Math.floor(deps.now().getTime() / 1000);
  const open = {
    iss: issuer,
    vct,
    iat,
    exp: iat + 86_400,
    cnf: { jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } },
    status: { status_list: { idx: 3, uri: `${issuer}/credentials/status/2027-01-1` } },
  };
  return makeSdJwt(open, claims, { credentialSigner, random: (count) => randomBytes(count) });
}

/** Whether it is signed with a published key. */
async function isPublishedKeys(data: string, signature: string): Promise<boolean> {
  const jws = `${data}.${signature}`;
  const key = await published(decodeProtectedHeader(jws).kid);
  return compactVerify(jws, key).then(
    () => true,
    () => false,
  );
}

/** The payload as a verifier library reads it with the published key. */
async function verified(credential: string) {
  const verifier = new SDJwtVcInstance({
    hasher: (data, alg) =>
      createHash(alg.replace('-', ''))
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    verifier: isPublishedKeys,
    statusListFetcher: (uri) => listToken(process256(), uri),
    statusVerifier: isPublishedKeys,
  });
  const currentDate = Math.floor(deps.now().getTime() / 1000);
  return (await verifier.verify(credential, { currentDate })).payload;
}

function listToken(
  signer: ReturnType<typeof process256>,
  uri = `${issuer}/credentials/status/2027-01-1`,
  revoked: readonly number[] = [],
): Promise<string> {
  const { now } = deps;
  return openStatusTokens({ signer, baseUrl: () => issuer, now }).of(
    uri.split('/').at(-1) ?? '',
    revoked,
  );
}

async function list(token: string): Promise<JWTPayload & { status_list: { lst: string } }> {
  const key = await published(decodeProtectedHeader(token).kid);
  const options = { typ: 'statuslist+jwt', algorithms: ['ES256'], currentDate: deps.now() };
  return (await jwtVerify<{ status_list: { lst: string } }>(token, key, options)).payload;
}

describe('credentials signed with KMS', () => {
  it('verify with the published key', async () => {
    await rotate(['ec-1', 'ec-2']);
    const signer = process256();
    // A signature sometimes has shorter numbers: often enough to be among these.
    for (let count = 0; count < 40; count += 1) {
      expect(await verified(await issue(signer))).toMatchObject({ iss: issuer, vct, ...claims });
    }
    expect(new Set(asked)).toEqual(new Set(['ec-1']));
    const { header } = await signer.current();
    expect(header).toEqual({ alg: 'ES256', kid: expect.any(String) });
  });

  it('are refused with another signature', async () => {
    await rotate(['ec-1', 'ec-2']);
    const credential = await issue(process256());
    const [head = '', payload = ''] = credential.split('.');
    const wrong = Buffer.alloc(64, 7).toString('base64url');
    const forged = [head, payload, wrong].join('.') + credential.slice(credential.indexOf('~'));
    await expect(verified(forged)).rejects.toThrow();
  });

  it('have a status list signed with KMS once for simultaneous requests', async () => {
    await rotate(['ec-1', 'ec-2']);
    const { now } = deps;
    const tokens = openStatusTokens({ signer: process256(), baseUrl: () => issuer, now });
    const all = await Promise.all([1, 2, 3].map(() => tokens.of('2027-01-1', [0, 9])));
    expect(asked).toEqual(['ec-1']);
    const { sub, status_list } = await list(all[0] ?? '');
    expect(sub).toBe(`${issuer}/credentials/status/2027-01-1`);
    const bytes = inflateSync(Buffer.from(status_list.lst, 'base64url'));
    expect([...bytes.subarray(0, 3)]).toEqual([0b1, 0b10, 0]);
    await tokens.of('2027-01-1', [0, 9, 10]);
    expect(asked).toHaveLength(2);
  });

  it('contain the KMS key’s certificate until a rotation activates the next key', async () => {
    await rotate(['ec-1', 'ec-2']);
    const { header } = await process256().current();
    const certified = {
      x5c: ['MIIB'],
      fits: ({ kid }: { readonly kid: string }) => kid === header.kid,
    };
    const [before = ''] = (await issue(process256([certified]))).split('~');
    expect(decodeProtectedHeader(before).x5c).toEqual(['MIIB']);
    await rotate(['ec-1', 'ec-2']);
    const [after = ''] = (await issue(process256([certified]))).split('~');
    expect(decodeProtectedHeader(after).x5c).toBeUndefined();
  });

  it('stay valid after a rotation, when lists are signed with the next key', async () => {
    await rotate(['ec-1', 'ec-2']);
    const before = await issue(process256());
    await rotate(['ec-1', 'ec-2', 'ec-3']);
    const after = await issue(process256());
    await list(await listToken(process256()));
    expect([...new Set(asked)]).toEqual(['ec-1', 'ec-2']);
    for (const credential of [before, after]) {
      expect(await verified(credential)).toMatchObject(claims);
    }
  });

  it('stay valid when the keys move into KMS and back', async () => {
    await rotate([]);
    const fromSecret = await issue(process256());
    await rotate(['ec-1']);
    await rotate(['ec-1']);
    const fromKms = await issue(process256());
    expect(asked).toEqual(['ec-1']);
    await rotate([]);
    await rotate([]);
    const fromSecretAgain = await issue(process256());
    expect(asked).toEqual(['ec-1']);
    for (const credential of [fromSecret, fromKms, fromSecretAgain]) {
      expect(await verified(credential)).toMatchObject(claims);
    }
  });
});
