import { openSecretReader } from '../../kernel/aws/secret-reader.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { environment, SigningEnvironment } from '../../kernel/settings/env.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import { openSigner, type Signer } from '../auth/signer.ts';
import { type ClientKeyDeps, clientKeyDeps } from './client-keys.ts';

/** What it takes to tell clients of logouts. `baseUrl` is the issuer. */
export interface LogoutDeps extends ServiceDeps, ClientKeyDeps {
  readonly signer: Pick<Signer, 'sign'>;
  readonly queues: Pick<Queues, 'send'>;
  readonly queueUrl: string;
}

/** For the composition root of what tells clients: it can read private keys. */
export function logoutDeps(): Omit<LogoutDeps, 'queues' | 'queueUrl'> {
  const deps = serviceDeps();
  const { SIGNING_KEYS_SECRET } = environment(SigningEnvironment);
  return {
    ...deps,
    ...clientKeyDeps(),
    signer: openSigner(openSecretReader(SIGNING_KEYS_SECRET), deps.now),
  };
}
