const credential =
  /^AWS4-HMAC-SHA256 +(?:.*, *)?Credential=([^/,\s]+)\/\d{8}\/[^/,\s]+\/execute-api\/aws4_request\b/;

/**
 * The principal of a SigV4 `Authorization` header, as IAM would name it; null for a request that IAM
 * would turn away. On a laptop the access key id `local` is enough, whatever the signature.
 */
export function operatorArn(headers: Readonly<Record<string, string | undefined>>): string | null {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization');
  const accessKeyId = credential.exec((name && headers[name]) || '')?.[1];
  return accessKeyId === 'local' ? 'arn:aws:iam::000000000000:user/local' : null;
}
