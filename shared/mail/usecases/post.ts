import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findMailAddress, noteMailed, wasMailed } from '../db/mail-addresses.ts';
import type { MailDeps } from '../deps/mail-deps.ts';
import { getsMail, mailAddressStatus } from '../domain/mail-address.ts';
import { mailKindOf } from '../domain/mail-kind.ts';
import { asHtml, asText, type EmailMessage, subjectOf } from '../mail/message.ts';

/** Log message for an email that is refused permanently. */
export const mailRejected = 'an email was rejected';

/**
 * Sends one message, and logs that. One that is refused permanently is not sent again. None goes to an address that email came
 * back from which was asked for; none that nobody asked for where such mail came back, or the reader has complained:
 * that is logged as well, and it is not sent later.
 */
export async function post(
  to: string,
  message: EmailMessage,
  template: Mail['template'],
  deps: MailDeps,
): Promise<void> {
  const { table, mailer, jurisdiction, isSandbox = false, branding, links, log, newId } = deps;
  const kind = mailKindOf(template);
  const known = await findMailAddress(table, to);
  if (known !== null && !getsMail(known, kind)) {
    log.info('an email was not sent', {
      template,
      status: mailAddressStatus(known),
      addressId: known.id,
    });
    // Someone waits for it.
    if (kind === 'asked') {
      log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: 'withheld_asked' } });
    }
    return;
  }
  const frame = { sender: jurisdiction, isSandbox, branding, contact: links?.contact };
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
  // The address itself stays out of the log; the reference is in the mail.
  log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: outcome } });
  if (outcome === 'sent') log.info('mail', { template, reference });
  // A retry would not help.
  else log.error(mailRejected, { template });
}

/** A message to one of an event's recipients. */
export interface OutgoingEmail {
  readonly to: string;
  /** Identifies the recipient within the event: a person's id, or else an address. It is hashed. */
  readonly recipient: string;
  /** Called when the message is about to be sent. */
  write(): Promise<EmailMessage> | EmailMessage;
}

/**
 * Sends each recipient their email. Each email sent is noted, so a repeated delivery leaves its recipient out; only a process
 * that ends between the two sends someone two emails. A failure delays no one: all others get their emails first. Throws if one
 * failed, so that the delivery is repeated.
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
      if (await wasMailed(deps.table, eventId, recipient)) continue;
      await post(to, await write(), template, deps);
      await noteMailed(deps.table, eventId, recipient, deps.now().toISOString());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
