import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** A secret's ARN ends in six characters that Secrets Manager chose; a name is completed by wildcards. */
export function secretArn(scope: Construct, id: string): string {
  if (id.startsWith('arn:')) return id;
  return Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${id}-??????`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
