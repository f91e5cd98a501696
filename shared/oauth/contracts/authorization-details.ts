import * as z from 'zod/mini';
import { type CredentialScope, credentialScopes } from '../../kernel/domain/scopes.ts';
import type { OAuthProblem } from './authorization.ts';

/** The only supported type of authorization details (OpenID4VCI 1.0, section 5.1.1). */
export const credentialDetailsType = 'openid_credential';

const Detail = z.looseObject({
  type: z.literal(credentialDetailsType),
  credential_configuration_id: z.string(),
});

/** The credential that the details request, or the error in them. */
export type ReadDetails =
  | { readonly ok: true; readonly scope: CredentialScope }
  | { readonly ok: false; readonly problem: OAuthProblem };

/**
 * The parameter `authorization_details` (RFC 9396): exactly one credential, which also has a scope.
 * Other fields, including `claims`, are ignored: claims can't be selected. Null: not sent.
 */
export function readDetails(text: string | null): ReadDetails | null {
  if (text === null) return null;
  const details = parsedJson(text);
  if (!Array.isArray(details)) return refused('authorization_details is no JSON array');
  const [only, ...more] = details;
  const parsed = z.safeParse(Detail, only);
  if (!parsed.success) {
    return refused('authorization_details must have the type openid_credential, and say which');
  }
  if (more.length > 0) return refused('A credential is asked for alone');
  const { credential_configuration_id: id } = parsed.data;
  const scope = credentialScopes.find((name) => name === `credential:${id}`);
  return scope === undefined ? refused('There is no such credential') : { ok: true, scope };
}

function refused(description: string): ReadDetails {
  return { ok: false, problem: { error: 'invalid_authorization_details', description } };
}

/** Undefined if it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
