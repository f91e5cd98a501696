import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { parseSigningKeys, publicHalf } from '../shared/oauth/auth/signing-keys.ts';
import type { RotationDeps } from '../shared/oauth/deps/oauth-deps.ts';
import { secured } from '../shared/web/http/security-headers.ts';
import { inPem, makeCertificate } from './make-certificate.ts';
import type { RequestUrl } from './proxy-event.ts';

/** The secret's name on this machine: the private key of the authority, and its certificate, as PEM. */
export const authoritySecret = 'registry/credential-authority';

/** The path of that certificate for verifiers on this machine. */
const authorityPath = '/local/credential-authority';

const name = 'Credentials on this machine';

interface Authority {
  readonly key: string;
  readonly certificate: string;
}

/**
 * Stands in for a jurisdiction: certifies the current and the next credential-signing key, with an authority whose own
 * certificate is not included, as HAIP 1.0 requires. Only this machine trusts it. `certificates` is for functions, `anchor` for
 * verifiers. Both are PEM.
 */
export async function certifyCredentialKeys(
  { signingSecret }: Pick<RotationDeps, 'signingSecret'>,
  address: string,
): Promise<{ readonly certificates: string; readonly anchor: string }> {
  const { key, certificate } = await authority();
  const pair = parseSigningKeys(await signingSecret.current())?.others.ES256;
  const keys = pair === undefined ? [] : [pair.current, pair.next];
  const made = keys.map((jwk) => {
    const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' }).export({
      type: 'spki',
      format: 'der',
    });
    const content = { subject: 'Issuer of credentials', issuer: name, publicKey, address };
    return makeCertificate(content, async (bytes) => sign('sha256', bytes, createPrivateKey(key)));
  });
  return { certificates: (await Promise.all(made)).map(inPem).join(''), anchor: certificate };
}

/** Answers `GET /local/credential-authority` with the certificate that verifiers on this machine may trust. */
export function answerAuthority(
  anchor: string,
  { pathname }: RequestUrl,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (pathname !== authorityPath || !/^(GET|HEAD)$/.test(method)) return false;
  const answer = {
    statusCode: 200,
    headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'no-store' },
    body: anchor,
  };
  response.writeHead(answer.statusCode, secured(answer)).end(answer.body);
  return true;
}

/** It stays the same while the data directory exists. */
async function authority(): Promise<Authority> {
  const client = new SecretsManagerClient({});
  try {
    const kept = await client.send(new GetSecretValueCommand({ SecretId: authoritySecret }));
    return JSON.parse(kept.SecretString ?? '');
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = await makeCertificate(
      {
        subject: name,
        publicKey: publicKey.export({ type: 'spki', format: 'der' }),
        authoritiesBelow: 0,
      },
      async (bytes) => sign('sha256', bytes, privateKey),
    );
    const made = {
      key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      certificate: inPem(certificate),
    };
    const SecretString = JSON.stringify(made);
    await client.send(new CreateSecretCommand({ Name: authoritySecret, SecretString }));
    return made;
  } finally {
    client.destroy();
  }
}
