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
  /** The deployed stage, whose variables contain the switch. */
  readonly stageSettings: StageSettings;
  readonly streamReaders: StreamReaders;
}

/** The dependencies of the function that switches maintenance on and off. */
export function maintenanceDeps(): MaintenanceDeps {
  const deps = coreDeps();
  const { REST_API_IDS } = environment(StageEnvironment);
  return {
    ...deps,
    stageSettings: openStageSettings(REST_API_IDS.split(','), deps.stage),
    streamReaders: openStreamReaders(deps.stage),
  };
}

/**
 * The dependencies of the function that runs migrations. The task has 20 seconds, and its last page needs some of them.
 */
export function migrationDeps(): MigrationDeps {
  return { ...coreDeps(), migrations, wait: pause, workFor: 10_000 };
}

export interface PaperDeps extends ServiceDeps {
  /** The letterhead of a printed document, without a Registrar. */
  readonly issuer: Issuer;
}

/** The dependencies of functions that print pages. */
export function paperDeps(): PaperDeps {
  return { ...serviceDeps(), issuer: printingIssuer() };
}
