const algorithm = 'AWS4-HMAC-SHA256 ';
const credential = /^Credential=([^/\s]+)\/\d{8}\/[^/\s]+\/execute-api\/aws4_request$/;

/**
 * The principal of a SigV4 `Authorization` header, as IAM would name it; null for a request that IAM
 * would turn away. On a laptop the access key id `local` is enough, whatever the signature.
 */
export function operatorArn(headers: Readonly<Record<string, string | undefined>>): string | null {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization');
  const authorization = (name && headers[name]) || '';
  if (!authorization.startsWith(algorithm)) return null;
  const parts = authorization.slice(algorithm.length).split(',');
  const accessKeyId = parts.map((part) => credential.exec(part.trim())?.[1]).find(Boolean);
  return accessKeyId === 'local' ? 'arn:aws:iam::000000000000:user/local' : null;
}
