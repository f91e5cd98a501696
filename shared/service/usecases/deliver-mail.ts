import type { Consumer, EventOf } from '../../outbox/consumer.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { sendMail } from './send-mail.ts';

/** Sends the mail that an event asks for. */
export const deliverMail: Consumer<EventOf<'mail.wanted'>, LetterDeps> = ({ id, event }, deps) =>
  sendMail(event.mail, id, deps);
