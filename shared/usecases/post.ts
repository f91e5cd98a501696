import type { OutboxDeps } from '../deps/outbox.ts';
import { asHtml, asText, type Letter } from '../mail/message.ts';

/** Sends one letter. One that is refused for good is logged, and not sent again. */
export async function post(
  to: string,
  letter: Letter,
  template: string,
  { mailer, jurisdiction, log }: OutboxDeps,
): Promise<void> {
  const { subject } = letter;
  const text = asText(letter, jurisdiction);
  const outcome = await mailer.send({ to, subject, text, html: asHtml(letter, jurisdiction) });
  // Asking again would not help; the address itself stays out of the log.
  if (outcome === 'rejected') log.error('a mail was rejected', { template });
}
