import { CallRefused, openJsonCalls } from '../../kernel/aws/json-calls.ts';
import type { MailKind } from '../domain/mail-kind.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The reference of this email alone; meaningless to its reader. */
  readonly reference: string;
  readonly kind: MailKind;
  /** The kind of email: SES's reports about it contain this. */
  readonly template: string;
}

/** Sends mail. */
export interface Mailer {
  /**
   * `rejected`: the service will not send this message, however often it is asked. Throws for what is the account's
   * fault, and not the message's: the message can be sent when that is fixed.
   */
  send(message: Message): Promise<'sent' | 'rejected'>;
}

/** SES configuration sets, if any: SES reports and counts bounces with them. */
export type ConfigurationSets = Readonly<Record<MailKind, string | undefined>>;

/** SES's API of version 2, whose requests are signed as those of version 1. */
const ses = {
  name: 'SES',
  signedAs: 'ses',
  host: 'email',
  variable: 'AWS_ENDPOINT_URL_SESV2',
} as const;

/** SES; `from` is a verified sender, with its name. */
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
                  // No out-of-office reply answers it (RFC 3834).
                  { Name: 'Auto-Submitted', Value: 'auto-generated' },
                  // Emails with a reference of their own are not folded into one conversation.
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
        // An address that SES can't read is a bad request: it stays one, however often it is asked.
        if (error.name === 'MessageRejected' || error.name === 'BadRequestException') {
          return 'rejected';
        }
        // SES's message may contain the recipient, as for a missing right on their identity, and is logged.
        throw new Error(`SES answered ${error.name}`);
      }
    },
  };
}

/**
 * "Email address is not verified. The following identities failed the check in region EU-WEST-1: ada@x.example": so SES
 * rejects every message of a sender that it has not verified, or, for an account in its sandbox, every one to a
 * recipient that it has not ("Amazon SES email sending errors", in SES's developer guide). A message that is rejected
 * for what is in it is not meant.
 */
function refuseUnverified(words: string, to: string): void {
  if (!words.startsWith('Email address is not verified')) return;
  // After the colon; without a colon there is no address.
  const failed = words
    .slice(words.lastIndexOf(': ') + 1)
    .split(',')
    .map((identity) => identity.trim().toLowerCase());
  // SES names addresses, ours or theirs, which stay out of logs.
  const isRecipient = failed.every((identity) => identity.includes(to.toLowerCase()));
  throw new Error(
    isRecipient
      ? 'SES has not verified the recipient, which it asks of an account in its sandbox'
      : 'SES has not verified the sender',
  );
}
