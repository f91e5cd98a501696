import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError, parseJson, toAwsError } from './aws-json.ts';
import { type Engine, localAws } from './engine.ts';
import { readBody, startHttpServer } from './http-server.ts';
import { bareAddress, type CapturedMail, type MailboxLimits, openMailbox } from './mailbox.ts';
import { sesReportOf } from './ses-report.ts';

const Content = z.object({ Data: z.string() });

/** The characters that SES accepts; other names must be encoded. */
const ascii = /^[\x20-\x7e]+$/;
const Header = z.object({
  Name: z.string().check(z.regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/)),
  Value: z.string().check(z.regex(ascii), z.maxLength(870)),
});

/** `ada@x.example`, with or without a name. Other values are a bad request. */
const mailbox = /^(?:[^<>]*<)?[^\s<>@]{1,64}@[^\s<>@]{1,255}>?$/;

const Addresses = z.array(z.string().check(z.regex(ascii), z.regex(mailbox)));

/** Tags for reports about an email. */
const tagText = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,256}$/));
const Tag = z.object({ Name: tagText, Value: tagText });

const SendEmail = z.object({
  FromEmailAddress: z.string().check(z.regex(ascii)),
  ConfigurationSetName: z.optional(z.string()),
  EmailTags: z.array(Tag).default([]),
  Destination: z.object({
    ToAddresses: z.optional(Addresses),
    CcAddresses: z.optional(Addresses),
    BccAddresses: z.optional(Addresses),
  }),
  Content: z.object({
    Simple: z.object({
      Subject: Content,
      Body: z.object({ Text: z.optional(Content), Html: z.optional(Content) }),
      Headers: z.array(Header).check(z.maxLength(15)).default([]),
      Attachments: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
    }),
  }),
});

const sendPath = '/v2/email/outbound-emails';
const mailLimit = 10 * 1024 * 1024;

/**
 * SES v2 that captures emails instead of sending them: SendEmail with simple content (text, HTML).
 * Recipients under `@rejected.example` are rejected with MessageRejected, as for their content.
 * Senders and recipients under `@unverified.example` are rejected like an unverified sender, or an
 * unverified recipient of a sandbox. Emails to SES's mailbox simulator are reported as SES would.
 * The newest emails are kept, up to `limits`; with a data directory they outlive a restart.
 */
export async function startSes(
  options: {
    readonly dataDirectory?: string | undefined;
    readonly port?: number | undefined;
    readonly now?: () => Date;
    readonly limits?: MailboxLimits;
    /** Receives what SES would report about an accepted email. */
    readonly onReport?: (report: object) => void;
  } = {},
): Promise<Engine & { readonly list: (to?: string) => readonly CapturedMail[] }> {
  const now = options.now ?? (() => new Date());
  const mailbox = openMailbox(options.dataDirectory, options.limits);

  const send = (input: unknown) => {
    const request = SendEmail.safeParse(input);
    if (!request.success) throw new AwsError('BadRequestException', z.prettifyError(request.error));
    const { FromEmailAddress, ConfigurationSetName, EmailTags, Destination, Content } =
      request.data;
    const to = [
      ...(Destination.ToAddresses ?? []),
      ...(Destination.CcAddresses ?? []),
      ...(Destination.BccAddresses ?? []),
    ];
    if (to.length === 0) throw new AwsError('BadRequestException', 'An email needs a recipient.');
    const unverified = [FromEmailAddress, ...to]
      .map(bareAddress)
      .filter((address) => address.endsWith('@unverified.example'));
    if (unverified.length > 0) {
      const words = `The following identities failed the check in region ${localAws.region.toUpperCase()}`;
      throw new AwsError(
        'MessageRejected',
        `Email address is not verified. ${words}: ${unverified.join(', ')}`,
      );
    }
    if (to.some((address) => bareAddress(address).endsWith('@rejected.example')))
      throw new AwsError('MessageRejected', 'The message contains a virus.');
    const { Subject, Body, Headers } = Content.Simple;
    const mail: CapturedMail = {
      id: randomUUID(),
      from: FromEmailAddress,
      to,
      headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
      configurationSet: ConfigurationSetName ?? null,
      tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
      subject: Subject.Data,
      text: Body.Text?.Data ?? '',
      html: Body.Html?.Data ?? null,
      sentAt: now().toISOString(),
    };
    mailbox.add(mail);
    const report = sesReportOf(mail);
    if (report !== null) options.onReport?.(report);
    return { MessageId: mail.id };
  };

  const engine = await startHttpServer(async (request, response) => {
    try {
      const raw = await readBody(request, mailLimit);
      if (request.method !== 'POST' || request.url !== sendPath)
        throw new AwsError('NotFoundException', 'The local SES knows SendEmail only.', 404);
      const body = send(parseJson(raw));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch (error) {
      const { name, message, status } = toAwsError(error);
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
        .end(JSON.stringify({ message }));
    }
  }, options.port);

  return { ...engine, list: mailbox.list };
}
