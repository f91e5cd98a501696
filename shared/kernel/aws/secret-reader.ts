import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { openRetries, roleCredentials, timeLimits } from '../client-parts.ts';
import { SigningHash } from '../signing-hash.ts';

const Answer = z.object({ SecretString: z.optional(z.string()) });

/** What a refusal names itself by. */
const Refusal = z.object({ __type: z.optional(z.string()) });

/** Secrets Manager's refusal, under the name that it gives it; which secret it is about is in no message. */
class SecretError extends Error {
  /** What the SDK's rules for another attempt look at. */
  readonly $metadata: { readonly httpStatusCode: number };

  constructor(status: number, type: string) {
    super(`Secrets Manager answered ${status}`);
    this.name = type.split('#').at(-1) || 'SecretError';
    this.$metadata = { httpStatusCode: status };
  }
}

/**
 * Reads the text of a secret that is in use; empty when it has none. One signed request, and as many attempts as the SDK's
 * client makes, whose code is a fifth of a page's: docs/decisions/0123-lean-reading-of-secrets.md.
 */
export function openSecretReader(secretId: string): () => Promise<string> {
  const { maxAttempts, requestHandler } = timeLimits({ attempts: 3, requestTimeout: 2_000 });
  const attempting = openRetries(maxAttempts);
  const body = JSON.stringify({ SecretId: secretId });

  async function attempt(): Promise<string> {
    const { AWS_REGION: region } = process.env;
    if (!region) throw new Error('AWS_REGION is not set');
    const { protocol, hostname, port, host, pathname } = new URL(endpointIn(region));
    const signer = new SignatureV4({
      ...{ service: 'secretsmanager', region, sha256: SigningHash },
      credentials: roleCredentials,
    });
    const request = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: pathname,
      query: {},
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.1',
        'content-length': String(Buffer.byteLength(body)),
        'x-amz-target': 'secretsmanager.GetSecretValue',
      },
      body,
    });
    const { response } = await requestHandler.handle(
      // The signer answers an HTTP request of its own, which its declared type is silent about.
      request as Parameters<typeof requestHandler.handle>[0],
    );
    const answer = parsed(await textOf(response.body));
    if (response.statusCode === 200) return Answer.parse(answer).SecretString ?? '';
    const { data } = Refusal.safeParse(answer);
    throw new SecretError(response.statusCode, data?.__type ?? '');
  }

  return () => attempting(attempt);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Null for what is no JSON: what stands between may answer in its stead. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where the environment says that Secrets Manager is; without a word the region's own endpoint. */
function endpointIn(region: string): string {
  const { AWS_ENDPOINT_URL_SECRETS_MANAGER, AWS_ENDPOINT_URL } = process.env;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return (
    AWS_ENDPOINT_URL_SECRETS_MANAGER ||
    AWS_ENDPOINT_URL ||
    `https://secretsmanager.${region}.${suffix}`
  );
}
