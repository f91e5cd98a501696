import { type KmsKeys, openKmsKeys } from '../../kernel/aws/kms-keys.ts';
import { openSecretVersions, type SecretVersions } from '../../kernel/aws/secret-versions.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, RotationEnvironment } from '../../kernel/settings/env.ts';
import type { TokenAlgorithm } from '../domain/token-algorithm.ts';

export interface RotationDeps extends CoreDeps {
  /** The secret of the private signing keys. */
  readonly signingSecret: SecretVersions;
  /** Keys that stay in KMS. Absent: the secret has all of them. */
  readonly inKms?: {
    readonly kms: KmsKeys;
    /** ARNs in the order of their use; an algorithm without any has keys of its own in the secret. */
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
