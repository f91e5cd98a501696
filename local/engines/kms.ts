import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AwsError, startAwsJsonServer } from './aws-json.ts';
import type { Engine } from './engine.ts';
import { writeAtomically } from './write-atomically.ts';

const Sign = z.object({
  KeyId: z.string(),
  Message: z.base64(),
  MessageType: z.enum(['RAW', 'DIGEST']).default('RAW'),
  SigningAlgorithm: z.enum(['ECDSA_SHA_256', 'RSASSA_PKCS1_V1_5_SHA_256', 'RSASSA_PSS_SHA_256']),
});
const GetPublicKey = z.object({ KeyId: z.string() });

/** The maximum message size of KMS. */
const largestMessage = 4_096;

/** The prefix of a SHA-256 digest in RSA signatures (RFC 8017, section 9.2, note 1). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/**
 * KMS with one asymmetric signing key (ECC_NIST_P256) for any id, and the keys in `rsaKeys` (RSA_2048). With a data
 * directory the key is kept in `kms-key.pem`, readable by the owner only.
 */
export function startKms(
  options: {
    readonly dataDirectory?: string | undefined;
    readonly port?: number;
    /** Ids of RSA keys of 2048 bits, which exist as long as the engine. */
    readonly rsaKeys?: readonly string[];
    /** Ids of further P-256 keys, which exist as long as the engine. */
    readonly ecKeys?: readonly string[];
  } = {},
): Promise<Engine> {
  const { dataDirectory, rsaKeys = [], ecKeys = [] } = options;
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, 'kms-key.pem');
  const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : newKey();
  if (file !== undefined && !existsSync(file)) writeAtomically(file, kept);
  const usual = createPrivateKey(kept);
  const others = new Map<string, KeyObject>([
    ...rsaKeys.map(
      (id) => [id, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey] as const,
    ),
    ...ecKeys.map(
      (id) => [id, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey] as const,
    ),
  ]);
  const keyOf = (id: string) => others.get(id) ?? usual;
  return startAwsJsonServer({
    targetPrefix: 'TrentService',
    version: '1.1',
    port: options.port,
    operations: {
      Sign: (input) => {
        const { KeyId, SigningAlgorithm, ...asked } = Sign.parse(input);
        const key = keyOf(KeyId);
        if (SigningAlgorithm.startsWith('RSA') !== (key.asymmetricKeyType === 'rsa'))
          throw new AwsError('InvalidKeyUsageException', `${KeyId} does not sign so.`);
        const message = Buffer.from(asked.Message, 'base64');
        const signature =
          asked.MessageType === 'DIGEST'
            ? ofDigest(message, key, SigningAlgorithm)
            : ofMessage(message, key, SigningAlgorithm);
        return { KeyId, Signature: signature.toString('base64'), SigningAlgorithm };
      },
      GetPublicKey: (input) => {
        const { KeyId } = GetPublicKey.parse(input);
        const key = keyOf(KeyId);
        const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
        const KeySpec = key.asymmetricKeyType === 'rsa' ? 'RSA_2048' : 'ECC_NIST_P256';
        return { KeyId, PublicKey: der.toString('base64'), KeySpec };
      },
    },
  });
}

type Algorithm = z.output<typeof Sign>['SigningAlgorithm'];

function ofMessage(message: Buffer, key: KeyObject, algorithm: Algorithm): Buffer {
  if (message.length > largestMessage)
    throw new AwsError('ValidationException', 'The message is longer than 4096 bytes.');
  return algorithm === 'RSASSA_PSS_SHA_256'
    ? sign('sha256', message, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
    : sign('sha256', message, key);
}

/** Node can sign a digest only with RSA's PKCS #1, version 1.5. */
function ofDigest(digest: Buffer, key: KeyObject, algorithm: Algorithm): Buffer {
  if (digest.length !== 32)
    throw new AwsError('ValidationException', 'The digest is not of SHA-256.');
  if (algorithm !== 'RSASSA_PKCS1_V1_5_SHA_256')
    throw new AwsError('ValidationException', 'The local engine signs no digests so.');
  const padding = constants.RSA_PKCS1_PADDING;
  return privateEncrypt({ key, padding }, Buffer.concat([digestInfo, digest]));
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
