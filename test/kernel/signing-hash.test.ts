import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, it } from 'vitest';
import { SigningHash } from '../../shared/kernel/runtime/signing-hash.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const secret = bytes('a secret');

it.each([
  ['nothing', undefined],
  ['a text', 'a secret'],
  ['bytes', secret],
  ['the same bytes again', secret],
  ['a buffer', bytes('another').buffer],
])('it is the SHA-256 of the SDK, with %s for a secret', async (_, key) => {
  const [ours, theirs] = [new SigningHash(key), new Sha256(key)];
  for (const part of ['one', '', 'ñ two']) {
    ours.update(bytes(part));
    theirs.update(bytes(part));
  }
  const digest = await theirs.digest();
  expect(Buffer.from(await ours.digest()).toString('hex')).toBe(
    Buffer.from(digest).toString('hex'),
  );
  ours.reset();
  ours.update(bytes('anew'));
  const fresh = new Sha256(key);
  fresh.update(bytes('anew'));
  expect(Buffer.from(await ours.digest())).toEqual(Buffer.from(await fresh.digest()));
});

it('a request is signed as with the SDK’s own, with one role after the other', async () => {
  const signingDate = new Date('2026-11-25T00:00:00.000Z');
  const signed = async (sha256: typeof Sha256 | typeof SigningHash, secretAccessKey: string) => {
    const credentials = { accessKeyId: 'AKIA', secretAccessKey, sessionToken: 'token' };
    const signer = new SignatureV4({
      service: 'dynamodb',
      region: 'eu-west-1',
      credentials,
      sha256,
    });
    const headers = { host: 'registry.example', 'x-amz-target': 'DynamoDB_20120810.Query' };
    const url = { protocol: 'https:', hostname: 'registry.example', path: '/', query: {} };
    const request = { method: 'POST', ...url, headers, body: '{"TableName":"registry"}' };
    return (await signer.sign(request, { signingDate })).headers['authorization'];
  };
  const first = await signed(SigningHash, 'one');
  expect(first).toBe(await signed(Sha256, 'one'));
  const second = await signed(SigningHash, 'two');
  expect(second).toBe(await signed(Sha256, 'two'));
  expect(second).not.toBe(first);
  expect(await signed(SigningHash, 'one')).toBe(first);
});
