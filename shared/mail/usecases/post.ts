import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findMailAddress, recordSentEmail, wasEmailSent } from '../db/mail-addresses.ts';
import type { MailDeps } from '../deps/mail-deps.ts';
import { getsMail, mailAddressStatus } from '../domain/mail-address.ts';
import { mailKindOf } from '../domain/mail-kind.ts';
import { asHtml, asText, type EmailMessage, subjectOf } from '../mail/message.ts';

/** Log message for an email that was rejected permanently. */
export const mailRejected = 'an email was rejected';

/**
 * Sends one message and logs the result. A permanently rejected message is not sent again. Nothing is sent to an
 * address from which requested email bounced, and no unrequested email to one from which such email bounced or whose
 * owner complained; that is logged, and the message is not sent later.
 */
export async function post(
  to: string,
  message: EmailMessage,
  template: Mail['template'],
  deps: MailDeps,
): Promise<void> {
  const {
    table,
    mailer,
    jurisdiction,
    isSandbox = false,
    branding,
    links,
    timeZone,
    log,
    newId,
  } = deps;
  const kind = mailKindOf(template);
  const known = await findMailAddress(table, to);
  if (known !== null && !getsMail(known, kind)) {
    log.info('an email was not sent', {
      template,
      status: mailAddressStatus(known),
      addressId: known.id,
    });
    // The recipient is waiting for it.
    if (kind === 'requested') {
      log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: 'withheld_requested' } });
    }
    return;
  }
  const frame = { sender: jurisdiction, isSandbox, branding, links, timeZone };
  const reference = newId();
  const outcome = await mailer.send({
    to,
    subject: subjectOf(message),
    text: asText(message, frame),
    html: asHtml(message, frame),
    reference,
    kind,
    template,
  });
  // The log contains the email's reference instead of the address.
  log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: outcome } });
  if (outcome === 'sent') log.info('mail', { template, reference });
  // A retry would not help.
  else log.error(mailRejected, { template });
}

/** A message to one of an event's recipients. */
export interface OutgoingEmail {
  readonly to: string;
  /** Identifies the recipient within the event: a person's id or an address. Stored only as a hash. */
  readonly recipient: string;
  /** Called when the message is about to be sent. */
  write(): Promise<EmailMessage> | EmailMessage;
}

/**
 * Sends each recipient their email. Each sent email is recorded, so that a repeated delivery skips its recipient; only
 * a crash between sending and recording causes a duplicate. A failure does not delay other recipients. Throws at the
 * end if one failed, so that the delivery is repeated.
 */
export async function sendEach(
  parcels: readonly OutgoingEmail[],
  template: Mail['template'],
  eventId: string,
  deps: MailDeps,
): Promise<void> {
  const failures: unknown[] = [];
  for (const { to, recipient, write } of parcels) {
    try {
      if (await wasEmailSent(deps.table, eventId, recipient)) continue;
      await post(to, await write(), template, deps);
      await recordSentEmail(deps.table, eventId, recipient, deps.now().toISOString());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
