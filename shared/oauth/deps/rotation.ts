import { openSecretVersions, type SecretVersions } from '../../kernel/aws/secret-versions.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, SigningEnvironment } from '../../kernel/env.ts';

export interface RotationDeps extends CoreDeps {
  /** The secret of the private signing keys. */
  readonly signingSecret: SecretVersions;
}

/** The composition root of the function that rotates signing keys. */
export function rotationDeps(): RotationDeps {
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  return { ...coreDeps(), signingSecret: openSecretVersions(SIGNING_KEYS_SECRET) };
}
