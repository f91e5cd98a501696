import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Mailer } from '../aws/mailer.ts';

/** Dependencies to write letters and to send them. */
export interface MailDeps extends ServiceDeps {
  readonly mailer: Mailer;
}
