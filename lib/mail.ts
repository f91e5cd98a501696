import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';

export interface MailProps {
  readonly stage: string;
  /** Address of the sender: it, or its domain, is a verified identity of the account in SES. */
  readonly from: string;
  /** What mail programs show of the sender; absent: the jurisdiction. */
  readonly fromName?: string | undefined;
}

/** How the service sends mail: from one sender, encrypted, and not again to addresses that bounced. */
export class Mail extends Construct {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its name: what SES counts, it counts by it. */
  readonly configurationSet: string;

  constructor(scope: Construct, { stage, from, fromName }: MailProps) {
    super(scope, 'Mail');
    this.configurationSet = `registry-${stage}`;
    const { configurationSetName } = new ConfigurationSet(this, 'Settings', {
      configurationSetName: this.configurationSet,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    const domain = from.slice(from.indexOf('@') + 1);
    this.statements = [
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [
          arn('identity', domain),
          arn('identity', from),
          arn('configuration-set', configurationSetName),
        ],
      }),
    ];
    this.environment = {
      MAIL_FROM: from,
      ...(fromName !== undefined && { MAIL_FROM_NAME: fromName }),
      MAIL_CONFIGURATION_SET: configurationSetName,
    };
  }
}
