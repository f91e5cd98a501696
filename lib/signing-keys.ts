import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnRotationSchedule, type ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { rotationDays } from '../shared/oauth/domain/client-metadata.ts';
import { rotationNeeds } from '../shared/service/routes/background.ts';
import { credentialCertificates } from './credential-certificates.ts';
import { kindStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';
import { tokenKeysOf } from './token-keys.ts';

export const rotationEntry = 'functions/oauth/rotate-signing-keys.ts';

export interface SigningKeysProps {
  readonly settings: FunctionSettings;
  /** From the data stack: keys outlive the functions. */
  readonly secret: ISecret;
}

/**
 * Rotates the token-signing keys: once at deployment, which creates the first keys, then every 90 days. With the
 * context `tokenKeys` they are in KMS.
 */
export class SigningKeys extends Construct {
  /** The function that rotates the keys; every error raises an alarm. */
  readonly rotation: ServiceFunction;
  /** The environment and rights of a function that signs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];

  constructor(scope: Construct, { settings, secret }: SigningKeysProps) {
    super(scope, 'SigningKeys');
    const { secretArn } = secret;
    const inKms = tokenKeysOf(this.node);
    const onKeys = (...actions: readonly `kms:${string}`[]) =>
      inKms === undefined
        ? []
        : [new PolicyStatement({ actions: [...actions], resources: [...inKms.arns] })];
    this.environment = {
      SIGNING_KEYS_SECRET: secretArn,
      ...credentialCertificates(this.node),
    };
    this.statements = [
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [secretArn],
      }),
      ...onKeys('kms:Sign'),
    ];
    const made = new ServiceFunction(this, {
      entry: rotationEntry,
      description: 'Rotates the keys that sign tokens',
      settings,
      timeout: Duration.seconds(60), // Finding primes takes a varying time.
      environment: { ...this.environment, ...(inKms && { TOKEN_KEYS: inKms.setting }) },
      statements: [
        ...kindStatements(rotationNeeds, settings.arns),
        new PolicyStatement({
          actions: [
            'secretsmanager:DescribeSecret',
            'secretsmanager:GetSecretValue',
            'secretsmanager:PutSecretValue',
            'secretsmanager:UpdateSecretVersionStage',
          ],
          resources: [secretArn],
        }),
        ...onKeys('kms:GetPublicKey', 'kms:Sign'),
      ],
    });
    this.rotation = made;
    const rotation = made.function;
    rotation.addPermission('Rotation', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceArn: secretArn,
    });
    const schedule = new CfnRotationSchedule(this, 'Schedule', {
      secretId: secretArn,
      rotationLambdaArn: rotation.functionArn,
      rotationRules: { automaticallyAfterDays: rotationDays },
      rotateImmediatelyOnUpdate: true,
    });
    // Secrets Manager tests the permission, so it must exist first.
    schedule.node.addDependency(rotation);
  }
}
