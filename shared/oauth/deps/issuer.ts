import { openSecretReader } from '../../kernel/aws/secret-reader.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, SigningEnvironment, TokenEnvironment } from '../../kernel/settings/env.ts';
import { openSigner, type Signer } from '../auth/signer.ts';
import { type ClientKeyDeps, clientKeyDeps } from './client-keys.ts';

/** What it takes to issue tokens. `baseUrl` is their issuer. */
export interface IssuerDeps extends ServiceDeps, ClientKeyDeps {
  /** Whom access tokens are for. */
  readonly audience: string;
  readonly signer: Signer;
}

/** The composition root of the token function, the only one that can read private keys. */
export function issuerDeps(): IssuerDeps {
  const deps = serviceDeps();
  const { TOKEN_AUDIENCE } = environment(TokenEnvironment);
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  return {
    ...deps,
    ...clientKeyDeps(),
    audience: TOKEN_AUDIENCE,
    signer: openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now),
  };
}
