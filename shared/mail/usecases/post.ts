import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findMailAddress } from '../db/mail-addresses.ts';
import type { MailDeps } from '../deps/mail-deps.ts';
import { getsMail, mailAddressStatus } from '../domain/mail-address.ts';
import { mailKindOf } from '../domain/mail-kind.ts';
import { asHtml, asText, type Letter, subjectOf } from '../mail/message.ts';

/** What the log says of a mail that is refused for good. */
export const mailRejected = 'an email was rejected';

/**
 * Sends one letter, and logs that. One that is refused for good is not sent again. None goes to an address that mail came
 * back from which was asked for; none that nobody asked for where such mail came back, or the reader has complained:
 * that is logged, too, and it is not sent later.
 */
export async function post(
  to: string,
  letter: Letter,
  template: Mail['template'],
  { table, mailer, jurisdiction, isSandbox = false, log, newId }: MailDeps,
): Promise<void> {
  const kind = mailKindOf(template);
  const known = await findMailAddress(table, to);
  if (known !== null && !getsMail(known, kind)) {
    log.info('an email was not sent', {
      template,
      status: mailAddressStatus(known),
      addressId: known.id,
    });
    // Somebody waits for it.
    if (kind === 'asked') {
      log.measure({ metric: 'Mails', value: 1, dimensions: { Outcome: 'withheld_asked' } });
    }
    return;
  }
  const frame = { sender: jurisdiction, isSandbox };
  const reference = newId();
  const outcome = await mailer.send({
    to,
    subject: subjectOf(letter),
    text: asText(letter, frame),
    html: asHtml(letter, frame),
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
