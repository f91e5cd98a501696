import { openDocumentStore } from '../../documents/aws/document-store.ts';
import {
  type AgreementDeps,
  agreementDeps,
  type DocumentDeps,
} from '../../documents/deps/documents.ts';
import { type KmsKeys, openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import {
  openSecretReader,
  openSecretVersions,
  type SecretVersions,
} from '../../kernel/aws/secrets.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import {
  type SealingDeps,
  type ServiceDeps,
  sealingDeps,
  serviceDeps,
} from '../../kernel/deps/service.ts';
import {
  DocumentsEnvironment,
  environment,
  RotationEnvironment,
  SigningEnvironment,
  TokenEnvironment,
  WebhooksEnvironment,
} from '../../kernel/settings/env.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import { openSafeFetch, type SafeFetch } from '../../platform/aws/safe-fetch.ts';
import { openPublicKeys, type PublicKeys, type TokenAuthority } from '../auth/issued-tokens.ts';
import { openSigner, type Signer } from '../auth/signer.ts';
import type { TokenAlgorithm } from '../domain/client-metadata.ts';
import { agentResource } from '../domain/oauth-scope.ts';

/** Dependencies for issuing tokens. `baseUrl` is the issuer. */
export interface IssuerDeps extends SealingDeps, ClientKeyDeps {
  /** The audience of access tokens. */
  readonly audience: string;
  readonly signer: Signer;
}

/** The composition root of the token function, the only one that can read private keys. */
export function issuerDeps(): IssuerDeps {
  const deps = sealingDeps();
  const { TOKEN_AUDIENCE } = environment(TokenEnvironment);
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  return {
    ...deps,
    ...clientKeyDeps(),
    audience: TOKEN_AUDIENCE,
    signer: openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now),
  };
}

/** Dependencies to fetch clients' keys from their `jwksUri`. */
export interface ClientKeyDeps {
  readonly safeFetch: SafeFetch;
}

/** For composition roots of functions that verify signatures of clients. */
export function clientKeyDeps(): ClientKeyDeps {
  const { WEBHOOKS_TO } = environment(WebhooksEnvironment);
  return { safeFetch: openSafeFetch({ loopback: WEBHOOKS_TO === 'loopback' }) };
}

/** Dependencies for verifying access tokens. `baseUrl` is the issuer. */
export interface TokenDeps extends ServiceDeps {
  /** The audience of access tokens: this service. */
  readonly audience: string;
  readonly publicKeys: PublicKeys;
}

/** Dependencies of the MCP endpoint, which accepts access tokens and derives their keys' secrets. */
export interface AgentDeps extends SealingDeps {
  readonly publicKeys: PublicKeys;
}

/** The composition root of the MCP endpoint. */
export function agentDeps(): AgentDeps {
  const deps = sealingDeps();
  return { ...deps, publicKeys: openPublicKeys(deps.table, deps.now) };
}

/** The issuer, audience and keys of access tokens in this deployment. */
export function authorityOf({ baseUrl, audience, publicKeys, now }: TokenDeps): TokenAuthority {
  return { issuer: baseUrl, audience, keys: publicKeys, now };
}

/** The same for all access tokens of this deployment, whatever they give access to. */
export function authorityOfAll(deps: TokenDeps): TokenAuthority {
  return { ...authorityOf(deps), audience: [deps.audience, agentResource(deps.baseUrl)] };
}

/** The composition root of functions that accept access tokens. */
export function tokenDeps(): TokenDeps {
  const deps = serviceDeps();
  const { TOKEN_AUDIENCE } = environment(TokenEnvironment);
  return { ...deps, audience: TOKEN_AUDIENCE, publicKeys: openPublicKeys(deps.table, deps.now) };
}

export interface MeDeps extends TokenDeps, DocumentDeps, AgreementDeps {}

/** The composition root of the functions that return users' data to applications. */
export function meDeps(): MeDeps {
  const { DOCUMENTS_BUCKET } = environment(DocumentsEnvironment);
  return { ...tokenDeps(), ...agreementDeps(), documents: openDocumentStore(DOCUMENTS_BUCKET) };
}

export interface RotationDeps extends CoreDeps {
  /** The secret of the private signing keys. */
  readonly signingSecret: SecretVersions;
  /** Keys in KMS. Absent: all keys are in the secret. */
  readonly inKms?: {
    readonly kms: KmsKeys;
    /** ARNs in the order of use. The keys of an algorithm without ARNs are in the secret. */
    readonly keyIds: Readonly<Partial<Record<TokenAlgorithm, readonly string[] | undefined>>>;
  };
}

/** The composition root of the function that rotates signing keys. */
export function rotationDeps(): RotationDeps {
  const { SIGNING_KEYS_SECRET, TOKEN_KEYS } = environment(RotationEnvironment);
  return {
    ...coreDeps(),
    signingSecret: openSecretVersions(SIGNING_KEYS_SECRET),
    inKms: { kms: openKmsKeys(), keyIds: TOKEN_KEYS },
  };
}

/** Dependencies for notifying clients of logouts. `baseUrl` is the issuer. */
export interface LogoutDeps extends ServiceDeps, ClientKeyDeps {
  readonly signer: Pick<Signer, 'sign'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** For the composition root of the function that notifies clients: it can read private keys. */
export function logoutDeps(): Omit<LogoutDeps, 'queues' | 'queueUrl'> {
  const deps = serviceDeps();
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  return {
    ...deps,
    ...clientKeyDeps(),
    signer: openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now),
  };
}
