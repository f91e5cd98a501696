import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, StageEnvironment } from '../../kernel/settings/env.ts';
import { openStageSettings, type StageSettings } from '../aws/stage-settings.ts';

export interface MaintenanceDeps extends CoreDeps {
  /** The deployed stage, in whose variables the switch is. */
  readonly stageSettings: StageSettings;
}

/** The composition root of the function that switches maintenance on and off. */
export function maintenanceDeps(): MaintenanceDeps {
  const deps = coreDeps();
  const { REST_API_ID } = environment(StageEnvironment);
  return { ...deps, stageSettings: openStageSettings(REST_API_ID, deps.stage) };
}
