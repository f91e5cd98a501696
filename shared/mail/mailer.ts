import {
  BadRequestException,
  MessageRejected,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { timeLimits } from '../kernel/time-limits.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of this mail alone; meaningless to its reader. */
  readonly reference: string;
}

/** Sends mail. */
export interface Mailer {
  /** `rejected`: the service will not send this message, however often it is asked. */
  send(message: Message): Promise<'sent' | 'rejected'>;
}

/** SES; `from` is a verified sender, with its name, and bounces and complaints go to `configurationSet`. */
export function openMailer(from: string, configurationSet: string | undefined): Mailer {
  const client = new SESv2Client(timeLimits({ attempts: 3, requestTimeout: 4_000 }));
  return {
    async send({ to, subject, text, html, reference }) {
      const part = (data: string) => ({ Data: data, Charset: 'UTF-8' });
      try {
        await client.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            ConfigurationSetName: configurationSet,
            Destination: { ToAddresses: [to] },
            Content: {
              Simple: {
                Subject: part(subject),
                Body: { Text: part(text), Html: part(html) },
                Headers: [
                  // No out-of-office reply answers it (RFC 3834).
                  { Name: 'Auto-Submitted', Value: 'auto-generated' },
                  // Mails with a reference of their own are not folded into one conversation.
                  { Name: 'X-Entity-Ref-ID', Value: reference },
                ],
              },
            },
          }),
        );
        return 'sent';
      } catch (error) {
        // An address that SES can't read is a bad request: it stays one, however often it is asked.
        if (error instanceof MessageRejected || error instanceof BadRequestException) {
          return 'rejected';
        }
        throw error;
      }
    },
  };
}
