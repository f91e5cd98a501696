import { CallRefused, openJsonCalls } from '../../kernel/aws/json-calls.ts';
import type { MailKind } from '../domain/mail-kind.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The unique reference of this email; meaningless to its reader. */
  readonly reference: string;
  readonly kind: MailKind;
  /** The kind of email, which SES includes in its reports. */
  readonly template: string;
}

export interface Mailer {
  /**
   * `rejected`: SES will never accept this message. Throws for errors of the account or service, after which the
   * message can be sent later.
   */
  send(message: Message): Promise<'sent' | 'rejected'>;
}

/** SES configuration sets, if any, by which SES reports and counts bounces. */
export type ConfigurationSets = Readonly<Record<MailKind, string | undefined>>;

/** SES's API version 2, whose requests are signed like those of version 1. */
const ses = {
  name: 'SES',
  signedAs: 'ses',
  host: 'email',
  variable: 'AWS_ENDPOINT_URL_SESV2',
} as const;

/** Sends through SES. `from` is a verified sender, with its name. */
export function openMailer(from: string, configurationSets: ConfigurationSets): Mailer {
  const call = openJsonCalls(ses, { attempts: 3, requestTimeout: 4_000 });
  return {
    async send({ to, subject, text, html, reference, kind, template }) {
      const part = (data: string) => ({ Data: data, Charset: 'UTF-8' });
      try {
        await call({
          path: '/v2/email/outbound-emails',
          headers: { 'content-type': 'application/json' },
          body: {
            FromEmailAddress: from,
            ConfigurationSetName: configurationSets[kind],
            EmailTags: [{ Name: 'template', Value: template }],
            Destination: { ToAddresses: [to] },
            Content: {
              Simple: {
                Subject: part(subject),
                Body: { Text: part(text), Html: part(html) },
                Headers: [
                  // Prevents out-of-office replies (RFC 3834).
                  { Name: 'Auto-Submitted', Value: 'auto-generated' },
                  // Unique references prevent email programs from grouping unrelated emails.
                  { Name: 'X-Entity-Ref-ID', Value: reference },
                ],
              },
            },
          },
        });
        return 'sent';
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        if (error.name === 'MessageRejected') refuseUnverified(error.words, to);
        // SES answers an unreadable address with a bad request, so a retry would not help.
        if (error.name === 'MessageRejected' || error.name === 'BadRequestException') {
          return 'rejected';
        }
        // SES's message may contain the recipient and would be logged, so only its name is used.
        throw new Error(`SES answered ${error.name}`);
      }
    },
  };
}

/**
 * "Email address is not verified. The following identities failed the check in region EU-WEST-1: ada@x.example": SES
 * rejects messages from an unverified sender this way or, for an account in its sandbox, messages to an unverified
 * recipient ("Amazon SES email sending errors", in SES's developer guide). Throws for these; a message rejected for its
 * content is ignored.
 */
function refuseUnverified(words: string, to: string): void {
  if (!words.startsWith('Email address is not verified')) return;
  // The addresses follow the colon, if there is one.
  const failed = words
    .slice(words.lastIndexOf(': ') + 1)
    .split(',')
    .map((identity) => identity.trim().toLowerCase());
  // SES includes addresses, which must not be logged.
  const isRecipient = failed.every((identity) => identity.includes(to.toLowerCase()));
  throw new Error(
    isRecipient
      ? 'SES has not verified the recipient, which is required while the account is in the SES sandbox'
      : 'SES has not verified the sender',
  );
}
