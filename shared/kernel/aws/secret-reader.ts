import * as z from 'zod/mini';
import { openJsonCalls } from './json-calls.ts';

const Answer = z.object({ SecretString: z.optional(z.string()) });

/** Its refusals, in whose messages no secret is named, are `CallRefused`. */
const secretsManager = {
  name: 'Secrets Manager',
  signedAs: 'secretsmanager',
  host: 'secretsmanager',
  variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
} as const;

/**
 * Reads the text of a secret that is in use; empty when it has none. One signed request, and as many attempts as the SDK's
 * client makes: docs/decisions/archive/0123-lean-reading-of-secrets.md.
 */
export function openSecretReader(secretId: string): () => Promise<string> {
  const call = openJsonCalls(secretsManager, { attempts: 3, requestTimeout: 2_000 });
  return async () => {
    const answer = await call({
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.GetSecretValue',
      },
      body: { SecretId: secretId },
    });
    return Answer.parse(answer).SecretString ?? '';
  };
}
