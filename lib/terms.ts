import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { announcementNeeds, erasingNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

/** Notifies residents, partners and representatives of ending residencies, every morning (UTC). */
export class Terms extends Construct {
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    {
      settings,
      documentsBucket,
      retention,
    }: {
      readonly settings: FunctionSettings;
      readonly documentsBucket: string;
      /** JSON, see `shared/retention`; undefined: nothing is erased automatically. */
      readonly retention: string | undefined;
    },
  ) {
    super(scope, 'Terms');
    this.function = new ServiceFunction(this, {
      entry: 'functions/terms/announce-ends.ts',
      description: 'Sends expiry notices for residencies',
      environment: {
        DOCUMENTS_BUCKET: documentsBucket,
        ...(retention !== undefined && { RETENTION: retention }),
      },
      settings,
      timeout: Duration.minutes(15),
      statements: accessStatements(
        announcementNeeds,
        settings.arns,
        ...(retention === undefined ? [] : [erasingNeeds]),
      ),
    });
    new Rule(this, 'Clock', {
      description: 'Starts the expiry notices',
      schedule: Schedule.cron({ minute: '0', hour: '6' }),
      // Lambda retries a failed run twice; the next day's run does the rest.
      targets: [
        new FunctionTarget(this.function.function, {
          retryAttempts: 2,
          maxEventAge: Duration.hours(6),
        }),
      ],
    });
  }
}
