import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AwsError, startAwsJsonServer } from './aws-json.ts';
import type { Engine } from './engine.ts';
import { writeAtomically } from './write-atomically.ts';

const Sign = z.object({
  KeyId: z.string(),
  Message: z.base64(),
  MessageType: z.optional(z.literal('RAW')),
  SigningAlgorithm: z.literal('ECDSA_SHA_256'),
});
const GetPublicKey = z.object({ KeyId: z.string() });

/** KMS takes no longer messages. */
const largestMessage = 4_096;

/**
 * KMS with one asymmetric key that signs (ECC_NIST_P256), under whatever id it is asked for. With a data directory it
 * is kept in `kms-key.pem`, readable by the owner only.
 */
export function startKms(
  options: { readonly dataDirectory?: string | undefined; readonly port?: number } = {},
): Promise<Engine> {
  const { dataDirectory } = options;
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, 'kms-key.pem');
  const privateKey = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : newKey();
  if (file !== undefined && !existsSync(file)) writeAtomically(file, privateKey);
  return startAwsJsonServer({
    targetPrefix: 'TrentService',
    version: '1.1',
    port: options.port,
    operations: {
      Sign: (input) => {
        const { KeyId, Message, SigningAlgorithm } = Sign.parse(input);
        const message = Buffer.from(Message, 'base64');
        if (message.length > largestMessage)
          throw new AwsError('ValidationException', 'The message is longer than 4096 bytes.');
        const signature = sign('sha256', message, privateKey).toString('base64');
        return { KeyId, Signature: signature, SigningAlgorithm };
      },
      GetPublicKey: (input) => {
        const { KeyId } = GetPublicKey.parse(input);
        const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
        return { KeyId, PublicKey: der.toString('base64'), KeySpec: 'ECC_NIST_P256' };
      },
    },
  });
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
