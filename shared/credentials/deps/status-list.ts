import { openSecretReader } from '../../kernel/aws/secret-reader.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import {
  CredentialsEnvironment,
  environment,
  SigningEnvironment,
} from '../../kernel/settings/env.ts';
import { openSigner } from '../../oauth/auth/signer.ts';
import { readCertificates } from '../auth/certificates.ts';
import { openCredentialSigner } from '../auth/credential-signer.ts';
import { openStatusTokens } from '../auth/status-tokens.ts';
import type { StatusListDeps } from '../usecases/read-status-list.ts';

/** What it takes to sign status lists. `baseUrl` is where they are. */
export interface StatusListRoot extends ServiceDeps, StatusListDeps {}

/** The composition root of the function that shows status lists. */
export function statusListDeps(): StatusListRoot {
  const deps = serviceDeps();
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  const { CREDENTIAL_CERTIFICATES } = environment(CredentialsEnvironment);
  const signer = openCredentialSigner(
    openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now),
    readCertificates(CREDENTIAL_CERTIFICATES, deps.now),
  );
  const { now } = deps;
  return { ...deps, statusTokens: openStatusTokens({ signer, baseUrl: () => deps.baseUrl, now }) };
}
