import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { openPublicKeys, type PublicKeys } from '../../oauth/auth/issued-tokens.ts';

/** What it takes to verify credentials of ours. `baseUrl` is their issuer. */
export interface CredentialPageDeps extends ServiceDeps {
  readonly publicKeys: PublicKeys;
}

/** The composition root of the page that verifies credentials. */
export function credentialPageDeps(): CredentialPageDeps {
  const deps = serviceDeps();
  return { ...deps, publicKeys: openPublicKeys(deps.table, deps.now) };
}
