import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, it } from 'vitest';
import { awsHeaders, awsKey } from '../../shared/kernel/runtime/signature.ts';

const now = new Date('2026-11-25T23:59:59.999Z');
const later = new Date('2026-11-26T00:00:00.000Z');
const headers = { host: 'registry.example:81', 'x-amz-target': 'DynamoDB_20120810.Query' };
const scope = { service: 'dynamodb', region: 'eu-west-1' };

it.each([
  ['a role', now, { secretAccessKey: 'one', sessionToken: 'token/+=' }, '/'],
  ['another secret of the same key', now, { secretAccessKey: 'two' }, '/'],
  ['the first again', now, { secretAccessKey: 'one', sessionToken: 'token/+=' }, '/'],
  ['the next day', later, { secretAccessKey: 'one' }, '/'],
  ['a longer path', later, { secretAccessKey: 'one' }, '/v1/a%20b:c/$d_e'],
])('a request is signed as by the SDK: %s', async (_, signingDate, secrets, path) => {
  const credentials = { accessKeyId: 'AKIA', ...secrets };
  const body = '{"name":"Ñandú"}';
  const { headers: theirs } = await new SignatureV4({
    ...{ ...scope, credentials, sha256: Sha256 },
  }).sign(
    {
      ...{ method: 'POST', protocol: 'https:', hostname: 'registry.example', query: {} },
      ...{ path, headers, body },
    },
    { signingDate },
  );
  const request = { method: 'POST', path, headers, body };
  expect(awsHeaders(request, { ...scope, credentials }, signingDate)).toEqual(theirs);
});

it('a signing key is derived once per day, region, service and secret', () => {
  const derived = (secretAccessKey = 'secret', day = '20261125', other = {}) =>
    awsKey(
      { ...{ ...scope, ...other }, credentials: { accessKeyId: 'AKIA', secretAccessKey } },
      day,
    );
  const key = derived();
  expect(derived()).toBe(key);
  const others = [
    derived('rotated'),
    derived('secret', '20261126'),
    derived('secret', '20261125', { region: 'eu-west-2' }),
    derived('secret', '20261125', { service: 'ses' }),
  ];
  expect(others.filter((other) => other.equals(key))).toEqual([]);
  expect(derived()).toBe(key);
});
