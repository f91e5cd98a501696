import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { secretArn } from './secret-arn.ts';

/**
 * The rights of functions that sign documents, from their environment: read the certificate and sign with the KMS key,
 * if there is one. Empty if documents are not signed. Throws for a key without a certificate, and for an invalid ARN.
 */
export function documentSigningStatements(
  scope: Construct,
  facts: Readonly<Record<string, string>>,
): readonly PolicyStatement[] {
  const { DOCUMENT_CERTIFICATE: certificate, DOCUMENT_KEY: key } = facts;
  if (key !== undefined && !/^arn:[^:]+:kms:[^:]+:\d{12}:key\//.test(key)) {
    throw new Error('documentKey: the ARN of a key of KMS');
  }
  if (certificate === undefined) {
    if (key !== undefined) throw new Error('documentKey: also needs documentCertificate');
    return [];
  }
  const read = new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [secretArn(scope, certificate)],
  });
  if (key === undefined) return [read];
  return [read, new PolicyStatement({ actions: ['kms:Sign'], resources: [key] })];
}
