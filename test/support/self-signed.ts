import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One value of ASN.1 in DER: its tag, its length, its content. */
function der(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const utcTime = (at: number) =>
  text(
    0x17,
    `${new Date(at)
      .toISOString()
      .replace(/[-:T]|\..*/g, '')
      .slice(2)}Z`,
  );

const ecdsaWithSha256 = sequence(der(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const commonName = der(6, [0x55, 0x04, 0x03]);
const subjectAlternativeName = der(6, [0x55, 0x1d, 0x11]);

/** A new key with a self-signed certificate for the host, as PEM, valid for an hour (RFC 5280). */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, host))));
  const names = sequence(text(0x82, host));
  const certificate = sequence(
    der(0xa0, der(2, [2])),
    der(2, [1], randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - 60_000), utcTime(Date.now() + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAlternativeName, der(4, names)))),
  );
  const signature = sign('sha256', certificate, privateKey);
  const whole = sequence(certificate, ecdsaWithSha256, der(3, [0], signature));
  const lines = whole.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
