const algorithm = 'AWS4-HMAC-SHA256 ';
const credential = /^Credential=([^/\s]+)\/\d{8}\/[^/\s]+\/execute-api\/aws4_request$/;

/** `local`, `local-grace`, or a role with its session name: `local-Operators:grace`. */
const localKey = /^local(?:-([\w.@=+-]+)(?::([\w.@=+-]+))?)?$/;

/**
 * The principal of a SigV4 `Authorization` header, as IAM would name it; null for a request that
 * IAM would refuse. Locally the access key id `local` is enough, whatever the signature; `local-`
 * with a name is another operator.
 */
export function operatorArn(headers: Readonly<Record<string, string | undefined>>): string | null {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization');
  const authorization = (name && headers[name]) || '';
  if (!authorization.startsWith(algorithm)) return null;
  const parts = authorization.slice(algorithm.length).split(',');
  const accessKeyId = parts.map((part) => credential.exec(part.trim())?.[1]).find(Boolean);
  const found = localKey.exec(accessKeyId ?? '');
  if (found === null) return null;
  const [, operator = 'local', session] = found;
  return session === undefined
    ? `arn:aws:iam::000000000000:user/${operator}`
    : `arn:aws:sts::000000000000:assumed-role/${operator}/${session}`;
}
