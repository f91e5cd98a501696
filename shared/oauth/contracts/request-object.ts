import type { OAuthProblem } from './authorization.ts';

/** Claims of the token itself; all others are parameters of the request. */
const ofTheToken: ReadonlySet<string> = new Set(['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'jti']);

/**
 * The parameters that a verified request object stands for (RFC 9101, section 4). Parameters sent beside it are
 * ignored (section 5), except `client_id`, which must be the same.
 */
export function readRequestObject(
  claims: Readonly<Record<string, unknown>>,
  clientId: string,
): { readonly ok: true; readonly parameters: URLSearchParams } | RefusedObject {
  if (claims['client_id'] !== clientId) return refusedObject('client_id is another one');
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(claims)) {
    if (ofTheToken.has(name)) continue;
    if (name === 'request' || name === 'request_uri') {
      return refusedObject(`A request object must not hold ${name}`);
    }
    // Other structured parameters, such as `claims`, are not supported, and ignored.
    if (name === 'authorization_details' && typeof value === 'object') {
      parameters.append(name, JSON.stringify(value));
    }
    if (typeof value === 'string' || typeof value === 'number')
      parameters.append(name, String(value));
  }
  return { ok: true, parameters };
}

interface RefusedObject {
  readonly ok: false;
  readonly problem: OAuthProblem;
}

/** A request object that is not taken (RFC 9101, 6.2): `invalid_request_object`, with what is said of it. */
export function refusedObject(description: string): RefusedObject {
  return { ok: false, problem: { error: 'invalid_request_object', description } };
}
