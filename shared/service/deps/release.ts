import * as z from 'zod/mini';
import { openSecretReader } from '../../kernel/aws/secrets.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, ProbeEnvironment, ReleaseEnvironment } from '../../kernel/settings/env.ts';
import { type Deployments, openDeployments } from '../aws/deployments.ts';

export interface ReleaseDeps extends Pick<CoreDeps, 'log' | 'random' | 'newId'> {
  readonly deployments: Deployments;
  /** The versions of this deployment. */
  readonly candidates: readonly Candidate[];
}

/** The dependencies of the function that tries new versions before they get traffic. */
export function releaseDeps(): ReleaseDeps {
  const deps = coreDeps();
  const { CANDIDATES } = environment(ReleaseEnvironment);
  const candidates = z.parse(z.array(candidateSchema), JSON.parse(CANDIDATES));
  return { ...deps, deployments: openDeployments(), candidates };
}

/** A version to try, and how: as a request to a path with a key, as a token request, or as the authorizer. */
const candidateSchema = z.object({
  version: z.string(),
  purpose: z.enum(['authorizer', 'token', 'key']),
  path: z.string(),
});

export type Candidate = z.infer<typeof candidateSchema>;

export interface ProbeDeps extends Pick<CoreDeps, 'log' | 'random'> {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Reads the key for the requests. Null if they need none. */
  readonly key: (() => Promise<string>) | null;
  readonly send: typeof fetch;
}

/** The dependencies of the function that calls the service from outside. */
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
