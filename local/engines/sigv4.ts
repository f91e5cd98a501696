import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { isSameSecret } from '../../shared/kernel/auth/seal.ts';

/** A request as received: `path` is still encoded, header names are in lower case. */
export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
};

type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };

/** Why a signature is refused, in S3's codes; undefined if it is valid. */
export type Refusal = { readonly status: number; readonly code: string; readonly message: string };

type Claim = {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  /** Seconds of validity, for presigned requests. */
  readonly expires?: string;
};

const maxExpirySeconds = 604_800;
const presignParameters = new Set([
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-SignedHeaders',
  'X-Amz-Signature',
]);

/**
 * Checks a Signature Version 4 in the Authorization header or in a presigned query: the SDK's own signer creates it
 * again, and both are compared. Presigned requests also expire. The age of a request signed in its header is not
 * checked, because test clocks differ from the SDK's.
 */
export async function refuseSignature(
  request: WireRequest,
  options: { readonly service: string; readonly credentials: Credentials; readonly now: Date },
): Promise<Refusal | undefined> {
  const claim = readClaim(request);
  if (!claim) return denied('Access Denied');
  const [accessKeyId, day, region = '', service, end] = claim.credential.split('/');
  if (accessKeyId !== options.credentials.accessKeyId)
    return {
      status: 403,
      code: 'InvalidAccessKeyId',
      message: 'The AWS Access Key Id you provided does not exist in our records.',
    };
  const signingDate = parseAmzDate(claim.date);
  const scopeIsRight =
    service === options.service && end === 'aws4_request' && claim.date.startsWith(`${day}T`);
  if (!signingDate || !scopeIsRight) return badParameters('The credential scope is malformed.');
  const signed = new Set(claim.signedHeaders.split(';'));
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.has(name),
  );
  if (!signed.has('host') || unsigned.length > 0)
    return denied('There were headers present in the request which were not signed');

  const signer = new SignatureV4({
    ...options,
    region,
    sha256: Sha256,
    uriEscapePath: options.service !== 's3',
    applyChecksum: false,
  });
  const plain = {
    method: request.method,
    protocol: 'http:',
    hostname: request.headers['host'] ?? '',
    path: request.path,
    headers: pick(request.headers, (name) => signed.has(name)),
    query: { ...pick(request.query, (name) => !presignParameters.has(name)) },
  };
  if (claim.expires === undefined) {
    const again = await signer.sign(plain, { signingDate, signableHeaders: signed });
    const [, expected = ''] = /Signature=(\w+)$/.exec(again.headers['authorization'] ?? '') ?? [];
    return isSameSecret(expected, claim.signature) ? undefined : mismatch();
  }

  const expiresIn = Number(claim.expires);
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > maxExpirySeconds)
    return badParameters('X-Amz-Expires must be a number of seconds up to one week.');
  if (options.now.getTime() > signingDate.getTime() + expiresIn * 1000)
    return denied('Request has expired');
  const again = await signer.presign(
    // A body that is neither text nor bytes makes the signer use UNSIGNED-PAYLOAD, as S3 requires.
    { ...plain, body: {} },
    { signingDate, expiresIn, signableHeaders: signed, unhoistableHeaders: signed },
  );
  return isSameSecret(String(again.query?.['X-Amz-Signature']), claim.signature)
    ? undefined
    : mismatch();
}

/** The id of the access key that a request claims to be signed with. */
export function accessKeyOf(request: WireRequest): string | undefined {
  return readClaim(request)?.credential.split('/')[0];
}

function readClaim({ headers, query }: WireRequest): Claim | undefined {
  const header =
    /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=(\w+)$/.exec(
      headers['authorization'] ?? '',
    );
  if (header) {
    const [, credential = '', signedHeaders = '', signature = ''] = header;
    return { credential, signedHeaders, signature, date: headers['x-amz-date'] ?? '' };
  }
  if (query['X-Amz-Algorithm'] !== 'AWS4-HMAC-SHA256') return undefined;
  return {
    credential: String(query['X-Amz-Credential']),
    signedHeaders: String(query['X-Amz-SignedHeaders']),
    signature: String(query['X-Amz-Signature']),
    date: String(query['X-Amz-Date']),
    expires: String(query['X-Amz-Expires']),
  };
}

function parseAmzDate(date: string): Date | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function pick<Value>(
  from: Readonly<Record<string, Value>>,
  keep: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => keep(name)));
}

function denied(message: string): Refusal {
  return { status: 403, code: 'AccessDenied', message };
}

function badParameters(message: string): Refusal {
  return { status: 400, code: 'AuthorizationQueryParametersError', message };
}

function mismatch(): Refusal {
  return {
    status: 403,
    code: 'SignatureDoesNotMatch',
    message: 'The request signature we calculated does not match the signature you provided.',
  };
}

/** SHA-256 or, with a secret, HMAC-SHA-256. It is a class because the signer constructs it. */
class Sha256 {
  #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;
  readonly #secret: Uint8Array | undefined;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : toBytes(secret);
    this.#hash = this.#create();
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(chunk));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#create();
  }

  #create() {
    return this.#secret ? createHmac('sha256', this.#secret) : createHash('sha256');
  }
}

function toBytes(source: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof source === 'string') return Buffer.from(source);
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  return new Uint8Array(source);
}
