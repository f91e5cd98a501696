import { encryptedAnswer } from '../../shared/credentials/auth/encrypted-messages.ts';
import {
  type CredentialIssuerDeps,
  credentialIssuerDeps,
} from '../../shared/credentials/deps/credential-deps.ts';
import * as credentialErrors from '../../shared/credentials/errors/credential-errors.ts';
import * as routes from '../../shared/credentials/routes/issuance.ts';
import { issueCredential } from '../../shared/credentials/usecases/issue-credential.ts';
import {
  readCredentialAccess,
  readCredentialRequest,
} from '../../shared/credentials/usecases/read-credential-request.ts';
import { makeNonce } from '../../shared/credentials/usecases/shown-keys.ts';
import { takeNotification } from '../../shared/credentials/usecases/take-notification.ts';
import { oauthAnswers } from '../../shared/oauth/http/oauth-answers.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';
import { json, rawJson } from '../../shared/web/http/response.ts';

const nonce: Run<typeof routes.makeCredentialNonce, CredentialIssuerDeps> = async (_, deps) => ({
  c_nonce: await makeNonce(deps),
});

const issue: Run<typeof routes.getCredential, CredentialIssuerDeps> = async (
  { body, header },
  deps,
) => {
  const access = await readCredentialAccess(header, '/api/credentials/credential', deps);
  const { request, answerKey } = await readCredentialRequest(body, deps);
  const { credential_configuration_id: configurationId, credential_identifier: identifier } =
    request;
  if (configurationId !== undefined && identifier !== undefined) {
    throw credentialErrors.invalidRequest('A configuration and an identifier exclude each other');
  }
  const input = { configurationId, identifier, proofs: request.proofs ?? {} };
  const { copies, notificationId } = await issueCredential(input, access, deps);
  const answer = {
    credentials: copies.map((credential) => ({ credential })),
    notification_id: notificationId,
  };
  if (answerKey === null) return rawJson(json(200, answer));
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/jwt', 'cache-control': 'no-store' },
    body: await encryptedAnswer(answer, answerKey),
  };
};

const notify: Run<typeof routes.notifyOfCredential, CredentialIssuerDeps> = async (
  { body, header },
  deps,
) => {
  const access = await readCredentialAccess(header, '/api/credentials/notification', deps);
  const { notification_id: notificationId, event } = body;
  await takeNotification({ notificationId, event }, access, deps);
  return { statusCode: 204, headers: { 'cache-control': 'no-store' }, body: '' };
};

export const rows: readonly Operation<CredentialIssuerDeps>[] = [
  operation(routes.makeCredentialNonce, nonce, oauthAnswers()),
  operation(
    routes.getCredential,
    issue,
    oauthAnswers({
      malformed: () => credentialErrors.invalidRequest.error,
    }),
  ),
  operation(
    routes.notifyOfCredential,
    notify,
    oauthAnswers({
      malformed: () => credentialErrors.invalidNotification.error,
    }),
  ),
];

export const handler = operations(rows, credentialIssuerDeps);
