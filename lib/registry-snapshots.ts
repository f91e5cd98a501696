import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { snapshotNeeds } from '../shared/service/routes/background.ts';
import { snapshotPeriod } from './alarms/registry-alarms.ts';
import { accessStatements } from './function-access.ts';
import type { SearchAccess } from './search-stack.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface RegistrySnapshotsProps {
  readonly settings: FunctionSettings;
  readonly documentsBucket: string;
  /** Fills the database in which the registry is searched, unless that is memory. */
  readonly search?: SearchAccess | undefined;
}

/**
 * Writes a snapshot of the registry on a schedule: functions that search start from it, or their database is filled.
 */
export class RegistrySnapshots extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, { settings, documentsBucket, search }: RegistrySnapshotsProps) {
    super(scope, 'RegistrySnapshots');
    const { PUBLIC_REGISTER } = settings.facts;
    const write = new ServiceFunction(this, {
      entry: 'functions/registry/write-snapshot.ts',
      description: 'Writes the registry snapshot, which searches load first',
      settings,
      // It holds all names as rows before it packs them: 1.2 GB of memory at one million.
      memorySize: 3_008,
      timeout: Duration.minutes(15),
      environment: {
        DOCUMENTS_BUCKET: documentsBucket,
        ...(PUBLIC_REGISTER !== undefined && { PUBLIC_REGISTER }),
        ...search?.environment,
      },
      statements: [
        ...accessStatements(snapshotNeeds, settings.arns),
        ...(search?.statements ?? []),
      ],
    });
    this.function = write;
    new Rule(this, 'Clock', {
      description: 'Starts the registry snapshot',
      schedule: Schedule.rate(snapshotPeriod),
      // The next run writes what this one missed.
      targets: [
        new FunctionTarget(write.function, { retryAttempts: 1, maxEventAge: Duration.minutes(30) }),
      ],
    });
  }
}
