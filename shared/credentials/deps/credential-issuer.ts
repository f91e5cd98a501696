import { openSecretReader } from '../../kernel/aws/secret-reader.ts';
import { type SealingDeps, sealingDeps } from '../../kernel/deps/sealing.ts';
import {
  CredentialsEnvironment,
  environment,
  SigningEnvironment,
} from '../../kernel/settings/env.ts';
import { openPublicKeys, type PublicKeys } from '../../oauth/auth/issued-tokens.ts';
import { openSigner } from '../../oauth/auth/signer.ts';
import { type ClientKeyDeps, clientKeyDeps } from '../../oauth/deps/oauth-deps.ts';
import { readCertificates } from '../auth/certificates.ts';
import { type CredentialSigner, openCredentialSigner } from '../auth/credential-signer.ts';

/** What it takes to issue credentials. `baseUrl` is their issuer. */
export interface CredentialIssuerDeps extends SealingDeps, ClientKeyDeps {
  readonly publicKeys: PublicKeys;
  readonly credentialSigner: CredentialSigner;
}

/** The composition root of the function that issues credentials. */
export function credentialIssuerDeps(): CredentialIssuerDeps {
  const deps = sealingDeps();
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  const { CREDENTIAL_CERTIFICATES } = environment(CredentialsEnvironment);
  const signer = openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now);
  return {
    ...deps,
    ...clientKeyDeps(),
    publicKeys: openPublicKeys(deps.table, deps.now),
    credentialSigner: openCredentialSigner(
      signer,
      readCertificates(CREDENTIAL_CERTIFICATES, deps.now),
    ),
  };
}
