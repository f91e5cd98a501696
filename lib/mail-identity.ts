import { CfnOutput, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { EmailIdentity, Identity, MailFromBehaviorOnMxFailure } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';

/**
 * The sender domain as an SES identity: signed with DKIM (Easy DKIM, 2048 bits), with its own MAIL FROM so that SPF
 * also applies. SES sends once its records, which are outputs, are in the DNS. It belongs to the data stack: a new
 * identity would need new records, and nobody could sign in until then. An account can have one identity for a domain
 * in a Region, so a second stage there needs another domain, or `mailFrom` without `mailDomain`.
 */
export function mailIdentity(stack: Stack, domain: string): void {
  const bounces = `bounces.${domain}`;
  const identity = new EmailIdentity(stack, 'MailIdentity', {
    identity: Identity.domain(domain),
    mailFromDomain: bounces,
    // While the record is missing, email continues with SES's own MAIL FROM.
    mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
    // The configuration sets have event destinations; nobody reads email to the sender.
    feedbackForwarding: false,
  });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const record = (scope: Construct, id: string, value: string) =>
    new CfnOutput(scope, id, { value, description: 'Required DNS record' });
  for (const [index, { name, value }] of identity.dkimRecords.entries()) {
    record(stack, `MailDkim${index + 1}`, `${name} CNAME ${value}`);
  }
  record(stack, 'MailFromMx', `${bounces} MX 10 feedback-smtp.${stack.region}.amazonses.com`);
  record(stack, 'MailFromSpf', `${bounces} TXT "v=spf1 include:amazonses.com ~all"`);
}
