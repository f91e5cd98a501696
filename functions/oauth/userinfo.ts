import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { OAuthCaller } from '../../shared/access/auth/caller.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import {
  requireProof,
  resolveAccessToken,
  type SentToken,
} from '../../shared/oauth/auth/oauth-caller.ts';
import { authorityOf, type TokenDeps, tokenDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import * as oauthErrors from '../../shared/oauth/errors/oauth-errors.ts';
import { readToken } from '../../shared/oauth/http/access-token.ts';
import { oauthAnswers } from '../../shared/oauth/http/oauth-answers.ts';
import { getUserinfo, postUserinfo } from '../../shared/oauth/routes/oauth.ts';
import { presentUser } from '../../shared/oauth/usecases/consented-data.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import { mediaType, type Run } from '../../shared/web/http/request.ts';

const show: Run<typeof getUserinfo | typeof postUserinfo, TokenDeps> = async ({ caller }) =>
  presentUser(caller.person, caller.scopes);

/**
 * Errors: 401 `missing_token`, `invalid_token`, also while the account is suspended; 403
 * `insufficient_scope` (decisions 9); 400 `invalid_request` for a token that is sent twice.
 */
async function identify(event: APIGatewayProxyEvent, deps: TokenDeps): Promise<OAuthCaller> {
  const sent = readToken(event, `${deps.baseUrl}${getUserinfo.path}`);
  const token = tokenOf(event, sent);
  if (token === null) throw apiErrors.missingToken();
  const live = await resolveAccessToken(deps.table, token, authorityOf(deps));
  if (live === null) throw apiErrors.invalidToken();
  await requireProof(live, sent, deps);
  const { claims, person, scopes, legalEntityIds } = live;
  if (person.suspension !== undefined) throw oauthErrors.suspendedAccount();
  const { scope } = getUserinfo.auth;
  if (!scopes.includes(scope)) throw oauthErrors.insufficientScope(scope);
  const { client_id: clientId, grant_id: grantId } = claims;
  return { kind: 'oauth', personId: person.id, clientId, grantId, scopes, legalEntityIds, person };
}

/** From the header or, with POST, from the form (RFC 6750, section 2.2); null if none was sent. */
function tokenOf(
  event: APIGatewayProxyEvent,
  { credential: fromHeader }: SentToken,
): string | null {
  const sent = [...(fromHeader === null ? [] : [fromHeader]), ...formTokens(event)];
  if (sent.length > 1) throw oauthErrors.invalidRequest('The access token was sent more than once');
  return sent[0] ?? null;
}

function formTokens(event: APIGatewayProxyEvent): readonly string[] {
  const { httpMethod, body, isBase64Encoded } = event;
  const isForm = mediaType(event) === 'application/x-www-form-urlencoded';
  if (httpMethod !== 'POST' || !isForm) return [];
  const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
  return new URLSearchParams(text).getAll('access_token');
}

export const rows: readonly Operation<TokenDeps>[] = [
  operation(getUserinfo, show, oauthAnswers({ identify })),
  operation(postUserinfo, show, oauthAnswers({ identify })),
];

export const handler = operations(rows, tokenDeps);
