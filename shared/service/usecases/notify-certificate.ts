import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { unmarkStuck } from '../../reviews/usecases/mark-stuck.ts';

/**
 * Has whoever asked for a certificate told that it was issued, once. It is the last step of the issuance, so it
 * removes the mark of an earlier attempt that got stuck.
 */
export async function notifyCertificate(requestId: string, deps: CoreDeps): Promise<void> {
  // Refused when an earlier attempt, or the step of a review's decision, put it there.
  await transact(deps.table, {
    mail: eventWrite(`certificate-issued-${requestId}`, deps.now().toISOString(), {
      type: 'mail.wanted',
      mail: { template: 'certificate_issued', requestId },
    }),
  });
  await unmarkStuck({ type: 'certificate_request', id: requestId }, deps);
}
