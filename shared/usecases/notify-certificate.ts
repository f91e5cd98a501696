import { eventWrite } from '../db/outbox.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { unmarkStuck } from './mark-stuck.ts';

/**
 * Has whoever asked for a certificate told that it was issued, once. It is the last step of the issuance: a
 * mark that an earlier attempt got stuck goes.
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
