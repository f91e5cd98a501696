import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { Mailer } from '../aws/mailer.ts';

/** Dependencies to write and send emails. */
export interface MailDeps extends ServiceDeps {
  readonly mailer: Mailer;
}
