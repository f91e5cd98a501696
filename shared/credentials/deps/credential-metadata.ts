import { openSecretReader } from '../../kernel/aws/secret-reader.ts';
import { type SealingDeps, sealingDeps } from '../../kernel/deps/sealing.ts';
import {
  CredentialsEnvironment,
  environment,
  SigningEnvironment,
} from '../../kernel/settings/env.ts';
import { openSigner } from '../../oauth/auth/signer.ts';
import { readCertificates } from '../auth/certificates.ts';
import { openCredentialSigner } from '../auth/credential-signer.ts';
import { openSignedMetadata, type SignedMetadata } from '../auth/signed-metadata.ts';

/** What it takes to describe the issuer of credentials, which is `baseUrl`. */
export interface CredentialMetadataDeps extends SealingDeps {
  readonly signedMetadata: SignedMetadata;
}

/** The composition root of the function that describes the issuer of credentials. */
export function credentialMetadataDeps(): CredentialMetadataDeps {
  const deps = sealingDeps();
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  const { CREDENTIAL_CERTIFICATES } = environment(CredentialsEnvironment);
  const { now } = deps;
  const signer = openCredentialSigner(
    openSigner(openSecretReader(SIGNING_KEYS_SECRET), now),
    readCertificates(CREDENTIAL_CERTIFICATES, now),
  );
  return {
    ...deps,
    signedMetadata: openSignedMetadata({ signer, baseUrl: () => deps.baseUrl, now }),
  };
}
