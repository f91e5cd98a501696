import { CfnOutput, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { EmailIdentity, Identity, MailFromBehaviorOnMxFailure } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';

/**
 * The domain that email is sent from, as an identity of SES: signed with DKIM (Easy DKIM, 2048 bits), and with a MAIL
 * FROM of its own, so that SPF speaks for it as well. SES sends once its records are in the DNS, which the outputs say.
 *
 * It belongs to what is kept: a new identity would want new records, and nobody could sign in in the meantime. An account has
 * one for a domain in a region, so a second stage there has a domain of its own, or `mailFrom` without `mailDomain`.
 */
export function mailIdentity(stack: Stack, domain: string): void {
  const bounces = `bounces.${domain}`;
  const identity = new EmailIdentity(stack, 'MailIdentity', {
    identity: Identity.domain(domain),
    mailFromDomain: bounces,
    // Mail continues, with SES's own MAIL FROM, while the record is missing.
    mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
    // The configuration sets have event destinations; nobody reads what is emailed to the sender.
    feedbackForwarding: false,
  });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const record = (scope: Construct, id: string, value: string) =>
    new CfnOutput(scope, id, { value, description: 'Record that the DNS has to have' });
  for (const [index, { name, value }] of identity.dkimRecords.entries()) {
    record(stack, `MailDkim${index + 1}`, `${name} CNAME ${value}`);
  }
  record(stack, 'MailFromMx', `${bounces} MX 10 feedback-smtp.${stack.region}.amazonses.com`);
  record(stack, 'MailFromSpf', `${bounces} TXT "v=spf1 include:amazonses.com ~all"`);
}
