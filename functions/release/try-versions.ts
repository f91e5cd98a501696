import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { root } from '../../shared/kernel/deps/root.ts';
import { releaseDeps } from '../../shared/service/deps/release.ts';
import { tryVersions } from '../../shared/service/usecases/try-versions.ts';

/** The event that CodeDeploy sends before a version gets its first calls. */
const Lifecycle = z.object({ DeploymentId: z.string(), LifecycleEventHookExecutionId: z.string() });

const deps = root(releaseDeps);

/** Resolves when CodeDeploy has the result; its response does not repeat it. */
export const handler = async (event: unknown, context?: Context): Promise<void> => {
  const needed = deps();
  const { DeploymentId, LifecycleEventHookExecutionId } = z.parse(Lifecycle, event);
  const execution = { deploymentId: DeploymentId, executionId: LifecycleEventHookExecutionId };
  await tryVersions(execution, context, needed);
};
