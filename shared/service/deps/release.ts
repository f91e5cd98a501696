import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, ReleaseEnvironment } from '../../kernel/settings/env.ts';
import { type Deployments, openDeployments } from '../aws/deployments.ts';
import { type Candidate, candidateSchema } from './candidate.ts';

export interface ReleaseDeps extends Pick<CoreDeps, 'log' | 'random' | 'newId'> {
  readonly deployments: Deployments;
  /** The versions of this deployment. */
  readonly candidates: readonly Candidate[];
}

/** The composition root of the function that tries versions before they get calls. */
export function releaseDeps(): ReleaseDeps {
  const deps = coreDeps();
  const { CANDIDATES } = environment(ReleaseEnvironment);
  const candidates = z.parse(z.array(candidateSchema), JSON.parse(CANDIDATES));
  return { ...deps, deployments: openDeployments(), candidates };
}
