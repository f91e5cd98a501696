import { openSecretReader } from '../../kernel/aws/secrets.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, ProbeEnvironment } from '../../kernel/settings/env.ts';

export interface ProbeDeps extends Pick<CoreDeps, 'log' | 'random'> {
  /** Where integrators reach the service; without a slash at the end. */
  readonly publicUrl: string;
  /** Reads the key that is asked with; null where there is none. */
  readonly key: (() => Promise<string>) | null;
  readonly send: typeof fetch;
}

/** The composition root of the function that calls the service from outside. */
export function probeDeps(): ProbeDeps {
  const deps = coreDeps();
  const { BASE_URL, PROBE_SECRET } = environment(ProbeEnvironment);
  return {
    ...deps,
    publicUrl: BASE_URL,
    key: PROBE_SECRET === undefined ? null : openSecretReader(PROBE_SECRET),
    send: fetch,
  };
}
