import {
  type CredentialPageDeps,
  credentialPageDeps,
} from '../../shared/credentials/deps/credential-deps.ts';
import {
  enterCredentialPage,
  verifiedCredentialPage,
} from '../../shared/credentials/pages/verify-credential-page.ts';
import {
  enterCredential,
  verifyCredential,
} from '../../shared/credentials/routes/verify-credential.ts';
import { checkPresentation } from '../../shared/credentials/usecases/check-presentation.ts';
import { page } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

const enter: PageRun<typeof enterCredential, CredentialPageDeps> = async ({ csrfToken }, deps) =>
  page(200, enterCredentialPage(deps, { csrfToken: csrfToken() }));

const verify: PageRun<typeof verifyCredential, CredentialPageDeps> = async (request, deps) => {
  const { body, clientAddress, csrfToken } = request;
  // A field that was sent twice is not a text.
  const text = (body.ok && body.data.credential) || '';
  const found = await checkPresentation({ text, clientAddress }, deps);
  const now = deps.now().toISOString();
  const status = found.kind === 'unreadable' ? 400 : 200;
  return page(status, verifiedCredentialPage(deps, found, { csrfToken: csrfToken(), now }));
};

export const rows: readonly Operation<CredentialPageDeps>[] = [
  pageOperation(enterCredential, enter),
  pageOperation(verifyCredential, verify),
];

export const handler = pageFunction(rows, credentialPageDeps);
