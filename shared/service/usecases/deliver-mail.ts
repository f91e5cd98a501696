import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { deliverOnce } from '../../platform/usecases/deliver-once.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { sendMail } from './send-mail.ts';

/** Sends the mail that an event asks for, once. */
export const deliverMail: Consumer<EventOf<'mail.wanted'>, LetterDeps> = ({ id, event }, deps) =>
  deliverOnce(id, deps, () => sendMail(event.mail, id, deps));
