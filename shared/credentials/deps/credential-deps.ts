import { openSecretReader } from '../../kernel/aws/secrets.ts';
import {
  type SealingDeps,
  type ServiceDeps,
  sealingDeps,
  serviceDeps,
} from '../../kernel/deps/service.ts';
import {
  CredentialsEnvironment,
  environment,
  SigningEnvironment,
} from '../../kernel/settings/env.ts';
import { openPublicKeys, type PublicKeys } from '../../oauth/auth/issued-tokens.ts';
import { openSigner } from '../../oauth/auth/signer.ts';
import { type ClientKeyDeps, clientKeyDeps } from '../../oauth/deps/oauth-deps.ts';
import {
  type CredentialSigner,
  openCredentialSigner,
  readCertificates,
} from '../auth/credential-signer.ts';
import {
  openSignedMetadata,
  openStatusTokens,
  type SignedMetadata,
} from '../auth/signed-tokens.ts';
import type { StatusListDeps } from '../usecases/read-status-list.ts';

/** Dependencies for issuing credentials. `baseUrl` is the issuer. */
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

/** Dependencies for the issuer's metadata. `baseUrl` is the issuer's id. */
export interface CredentialMetadataDeps extends SealingDeps {
  readonly signedMetadata: SignedMetadata;
}

/** The composition root of the function with the issuer's metadata. */
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

/** Dependencies for verifying our own credentials. `baseUrl` is the issuer. */
export interface CredentialPageDeps extends ServiceDeps {
  readonly publicKeys: PublicKeys;
}

/** The composition root of the page that verifies credentials. */
export function credentialPageDeps(): CredentialPageDeps {
  const deps = serviceDeps();
  return { ...deps, publicKeys: openPublicKeys(deps.table, deps.now) };
}

/** Dependencies for signing status lists. `baseUrl` is the base of their URLs. */
export interface StatusListRoot extends ServiceDeps, StatusListDeps {}

/** The composition root of the function that returns status lists. */
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
