import type { CredentialScope } from '../../kernel/domain/scopes.ts';
import { readDetails } from '../../oauth/contracts/authorization-details.ts';
import { oauthErrors } from '../../oauth/errors/oauth-errors.ts';

/**
 * Whether a wallet that redeems a code wants an identifier of its credential: it sent authorization details (OpenID4VCI 1.0, section 6.1.1).
 * Error: 400 `invalid_authorization_details` for those of another credential, or of none.
 */
export function wantsIdentifier(details: string | null, scope: CredentialScope): boolean {
  const read = readDetails(details);
  if (read === null) return false;
  if (!read.ok) throw oauthErrors.refusedRequest(read.problem.error, read.problem.description);
  if (read.scope === scope) return true;
  throw oauthErrors.refusedRequest(
    'invalid_authorization_details',
    'The code is for another credential',
  );
}
