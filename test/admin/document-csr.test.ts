import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateRequest, keyTypeOf } from '../../admin/signing/certificate-request.ts';
import { startKms } from '../../local/engines/kms.ts';
import { runInShell } from './shell.ts';

const kms = await startKms();
afterAll(() => kms.stop());

const shell = {
  url: 'http://localhost:1',
  env: { AWS_ENDPOINT_URL_KMS: kms.endpoint },
};

/** OpenSSL's output about a request, including the check of its signature. */
function judged(pem: string): string {
  const options = ['req', '-verify', '-noout', '-subject', '-nameopt', 'RFC2253,-esc_msb,utf8'];
  const { stdout, stderr } = spawnSync('openssl', options, { input: pem, encoding: 'utf8' });
  return stdout + stderr;
}

describe('document-csr', () => {
  it('prints a certificate request for the KMS key, signed with it', async () => {
    const { exitCode, out } = await runInShell(
      shell,
      'document-csr --key alias/documents --common-name "Registrar of the Registro São" --organization Próspera --locality Roatán --country HN',
    );
    expect(exitCode).toBe(0);
    expect(judged(out)).toContain(
      'subject=CN=Registrar of the Registro São,O=Próspera,L=Roatán,C=HN',
    );
  });

  it('also supports RSA keys', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    expect(keyTypeOf(spki)).toBe('rsa');
    const pem = await certificateRequest(
      {
        publicKey: spki,
        type: 'rsa',
        sign: async (content) => sign('sha256', content, privateKey),
      },
      { commonName: 'Registrar' },
    );
    expect(judged(pem)).toContain('subject=CN=Registrar');
  });

  it('prints a request whose signature is invalid if a byte is changed', async () => {
    const { out } = await runInShell(shell, 'document-csr --key k --common-name Registrar');
    const der = Buffer.from(out.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const at = der.indexOf('Registrar');
    der.write('Registrat', at);
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
    expect(judged(out)).toContain('verify OK');
    expect(judged(forged)).not.toContain('verify OK');
  });

  it.each([
    ['document-csr --common-name Registrar', 'Missing --key'],
    ['document-csr --key k', 'Missing --common-name'],
    ['document-csr --key k --common-name R --country Honduras', 'two capital letters'],
  ])('refuses "%s" with: %s', async (line, complaint) => {
    const { exitCode, out, err } = await runInShell(shell, line);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toContain(complaint);
  });

  it('refuses to use real keys with a service on this machine', async () => {
    const { exitCode, err } = await runInShell(
      { url: shell.url },
      'document-csr --key k --common-name R',
    );
    expect(exitCode).toBe(2);
    expect(err).toContain('Set REGISTRY_URL');
  });
});
