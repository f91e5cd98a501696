import type { ResponseMode } from './authorization-request.ts';

/** What the client is told through the user's browser (RFC 6749, section 4.1.2; RFC 9207 for `iss`). */
export interface AuthorizationAnswer {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  /** In the order in which they are sent. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface ReturnAddress {
  readonly redirectUri: string;
  readonly responseMode: ResponseMode;
  readonly state: string | null;
}

/** `issuer` is the service's own address, by which a client tells us from others. */
export function codeAnswer(to: ReturnAddress, code: string, issuer: string): AuthorizationAnswer {
  return answer(to, { code }, issuer);
}

/** An error for the client (RFC 6749, 4.1.2.1), with the issuer of RFC 9207. */
export function errorAnswer(
  to: ReturnAddress,
  { error, description }: { readonly error: string; readonly description: string },
  issuer: string,
): AuthorizationAnswer {
  return answer(to, { error, error_description: description }, issuer);
}

function answer(
  { redirectUri, responseMode, state }: ReturnAddress,
  result: Readonly<Record<string, string>>,
  issuer: string,
): AuthorizationAnswer {
  const parameters = { ...result, ...(state !== null && { state }), iss: issuer };
  return { redirectUri, responseMode, parameters };
}

/**
 * Where a browser is sent with an answer of the modes `query` and `fragment`. The redirect URI stays as it was
 * registered, character by character, except that names in its query which the answer uses itself are dropped:
 * of two values a client might take the wrong one.
 */
export function answerLocation({
  redirectUri,
  responseMode,
  parameters,
}: AuthorizationAnswer): string {
  const answered = String(new URLSearchParams(parameters));
  if (responseMode === 'fragment') return `${redirectUri}#${answered}`;
  const [address = '', query = ''] = redirectUri.split(/\?(.*)/s);
  const isOurs = (pair: string) =>
    [...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(parameters, name));
  const kept = query.split('&').filter((pair) => pair !== '' && !isOurs(pair));
  return `${address}?${[...kept, answered].join('&')}`;
}
