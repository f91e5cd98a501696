import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ConfigurationSet, ConfigurationSetTlsPolicy } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { MailKind } from '../shared/mail/domain/mail-kind.ts';
import type { MailSettings } from './mail-settings.ts';

export interface MailProps extends Pick<MailSettings, 'from' | 'fromName'> {
  readonly stage: string;
}

/** The names of a stage's configuration sets in the account. */
export function configurationSetNames(stage: string): Readonly<Record<MailKind, string>> {
  return { requested: `registry-${stage}`, unrequested: `registry-${stage}-unrequested` };
}

/** How the service sends email: from one sender, encrypted, and counted by whether someone waits for it. */
export class Mail extends Construct {
  readonly statements: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
  /** SES reports its metrics by configuration set. */
  readonly configurationSets: Readonly<Record<MailKind, ConfigurationSet>>;

  constructor(scope: Construct, { stage, from, fromName }: MailProps) {
    super(scope, 'Mail');
    this.configurationSets = {
      requested: this.configurationSet('Settings', configurationSetNames(stage).requested),
      unrequested: this.configurationSet(
        'UnrequestedSettings',
        configurationSetNames(stage).unrequested,
      ),
    };
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    const names = Object.values(this.configurationSets).map(
      ({ configurationSetName }) => configurationSetName,
    );
    this.statements = [
      // SES checks the sender's identity, an address or its domain; in the SES sandbox also that of each recipient. So
      // any identity is allowed, but only one sender.
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [arn('identity', '*')],
        conditions: { StringEquals: { 'ses:FromAddress': from } },
      }),
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: names.map((name) => arn('configuration-set', name)),
      }),
    ];
    const { requested, unrequested } = this.configurationSets;
    this.environment = {
      MAIL_FROM: from,
      ...(fromName !== undefined && { MAIL_FROM_NAME: fromName }),
      MAIL_CONFIGURATION_SET: requested.configurationSetName,
      MAIL_UNREQUESTED_CONFIGURATION_SET: unrequested.configurationSetName,
    };
  }

  /**
   * SES's own suppression list is not used. With it SES would accept an email and not send it: nobody would notice a
   * missing sign-in code, and a complaint about one email would stop all others. SES reports are stored in the table,
   * where they can be seen and removed.
   */
  private configurationSet(id: string, configurationSetName: string): ConfigurationSet {
    return new ConfigurationSet(this, id, {
      configurationSetName,
      reputationMetrics: true,
      disableSuppressionList: true,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
  }
}
