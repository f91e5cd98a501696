import { Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { secretArn } from './secret-arn.ts';

/** How a deployment accepts payments. */
export interface PaymentSettings {
  /** JSON: provider to its adapter's settings, which name the secret shared with the provider. */
  readonly providers: string;
  /** Ids or ARNs of those secrets. */
  readonly secretIds: readonly string[];
  /** Whether all of them use play money. */
  readonly isSandbox: boolean;
}

/** The environment and rights of functions that call payment providers. */
export class Payments extends Construct {
  /** For functions that start payments or receive reports of them. */
  readonly environment: Readonly<Record<string, string>>;
  /** For functions that only simulate payments in the sandbox. */
  readonly sandboxEnvironment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];

  constructor(scope: Construct, { providers, secretIds, isSandbox }: PaymentSettings) {
    super(scope, 'Payments');
    this.sandboxEnvironment = isSandbox ? { PAYMENTS_SANDBOX_SECRET: this.sandboxSecret() } : {};
    this.environment = { PAYMENT_PROVIDERS: providers, ...this.sandboxEnvironment };
    this.statements =
      secretIds.length === 0
        ? []
        : [
            new PolicyStatement({
              actions: ['secretsmanager:GetSecretValue'],
              resources: secretIds.map((id) => secretArn(this, id)),
            }),
          ];
  }

  /** Signs play money only, so a value in the functions' environment is safe enough. */
  private sandboxSecret(): string {
    const secret = new Secret(this, 'SandboxSecret', {
      description: 'Signing secret of the payment sandbox',
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'It signs play money; a new deployment of the stack makes a new one.',
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
