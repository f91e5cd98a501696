import { printingIssuer } from '../../documents/deps/workflow.ts';
import type { Issuer } from '../../documents/pdf/issued.ts';
import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { type ServiceDeps, serviceDeps } from '../../kernel/deps/service.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import { environment, StageEnvironment } from '../../kernel/settings/env.ts';
import type { MigrationDeps } from '../../platform/deps/evidence-deps.ts';
import {
  openStageSettings,
  openStreamReaders,
  type StageSettings,
  type StreamReaders,
} from '../aws/deployments.ts';
import { migrations } from '../usecases/migrations.ts';

export interface MaintenanceDeps extends CoreDeps {
  /** The deployed stage, in whose variables the switch is. */
  readonly stageSettings: StageSettings;
  readonly streamReaders: StreamReaders;
}

/** The composition root of the function that switches maintenance on and off. */
export function maintenanceDeps(): MaintenanceDeps {
  const deps = coreDeps();
  const { REST_API_IDS } = environment(StageEnvironment);
  return {
    ...deps,
    stageSettings: openStageSettings(REST_API_IDS.split(','), deps.stage),
    streamReaders: openStreamReaders(deps.stage),
  };
}

/** The composition root of what carries migrations out. The task has 20 seconds, and its last page some of them. */
export function migrationDeps(): MigrationDeps {
  return { ...coreDeps(), migrations, wait: pause, workFor: 10_000 };
}

export interface PaperDeps extends ServiceDeps {
  /** Under whose letterhead something is printed; no Registrar stands on it. */
  readonly issuer: Issuer;
}

/** The composition root of functions that print what pages show. */
export function paperDeps(): PaperDeps {
  return { ...serviceDeps(), issuer: printingIssuer() };
}
