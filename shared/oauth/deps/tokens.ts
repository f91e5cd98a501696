import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, TokenEnvironment } from '../../kernel/settings/env.ts';
import type { TokenAuthority } from '../auth/access-token.ts';
import { openPublicKeys, type PublicKeys } from '../auth/public-keys.ts';

/** What it takes to recognize access tokens. `baseUrl` is their issuer. */
export interface TokenDeps extends ServiceDeps {
  /** Whom access tokens are for: this service. */
  readonly audience: string;
  readonly publicKeys: PublicKeys;
}

/** Whose access tokens count in this deployment. */
export function authorityOf({ baseUrl, audience, publicKeys, now }: TokenDeps): TokenAuthority {
  return { issuer: baseUrl, audience, keys: publicKeys, now };
}

/** The composition root of functions that take access tokens. */
export function tokenDeps(): TokenDeps {
  const deps = serviceDeps();
  const { TOKEN_AUDIENCE } = environment(TokenEnvironment);
  return { ...deps, audience: TOKEN_AUDIENCE, publicKeys: openPublicKeys(deps.table, deps.now) };
}
